package io.github.lockstarter.proof.workload;

/**
 * What a message that grants a lock is worth to a client.
 */
public enum Messages {

	/**
	 * Redis tells which server it is, so the age of a message is known: a waiter enters
	 * by it.
	 */
	DATED,

	/**
	 * The client may not ask for that: a waiter asks Redis once more before it enters.
	 */
	CONFIRMED

}
