package io.github.lockstarter.proof.workload;

/**
 * What the code is like that is not ours and is called by us: the log, observers, a store
 * that somebody has wrapped.
 */
public enum Foreign {

	/**
	 * It does what it should.
	 */
	SOUND,

	/**
	 * It throws an {@link Error} now and then, as where a class is missing. That is no
	 * reason to lose a lock, to wait for too long or to tell another observer less.
	 */
	THROWS

}
