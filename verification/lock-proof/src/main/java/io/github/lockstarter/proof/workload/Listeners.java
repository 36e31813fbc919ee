package io.github.lockstarter.proof.workload;

/**
 * How Redis knows whether anybody hears a message that grants a lock.
 */
public enum Listeners {

	/**
	 * The clients may count who listens: a dead waiter is passed over at once, also while
	 * a tool listens to all channels.
	 */
	COUNTED,

	/**
	 * They lack that optional right, and what PUBLISH says is believed.
	 */
	BELIEVED

}
