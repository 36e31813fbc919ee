package io.github.lockstarter.proof.workload;

/**
 * By which face, and on whose thread, a lock is taken.
 */
public enum Face {

	/**
	 * The caller's thread waits.
	 */
	BLOCKING,

	/**
	 * A future of a lease.
	 */
	FUTURE,

	/**
	 * A future of a lease, on a thread of the application's task executor, which waits
	 * for it.
	 */
	JOINED,

	/**
	 * Work that returns a stage.
	 */
	STAGE,

	/**
	 * A publisher of a lease.
	 */
	REACTIVE,

	/**
	 * Work that returns a publisher.
	 */
	PUBLISHER

}
