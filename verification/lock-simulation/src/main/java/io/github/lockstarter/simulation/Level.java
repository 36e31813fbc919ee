package io.github.lockstarter.simulation;

/**
 * How much is simulated.
 */
public enum Level {

	/**
	 * Server, network and store; the locks are kept by the records of the test kit. The
	 * fastest.
	 */
	RECORDS,

	/**
	 * The same, and the locks are kept by the scripts.
	 */
	SCRIPTS,

	/**
	 * The wire, and a Redis that runs the scripts at its end. The store, its supervision,
	 * and the connections and commands of Lettuce are the product's own.
	 */
	WIRE,

	/**
	 * The same with the three masters of a quorum.
	 */
	QUORUM

}
