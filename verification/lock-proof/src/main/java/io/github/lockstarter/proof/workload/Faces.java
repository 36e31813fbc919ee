package io.github.lockstarter.proof.workload;

/**
 * The faces by which a client takes its locks.
 */
public enum Faces {

	/**
	 * The blocking one.
	 */
	BLOCKING,

	/**
	 * The blocking one, the one with futures and the reactive one, mixed.
	 */
	ALL

}
