package io.github.lockstarter.core;

/**
 * How the work under a lease ended.
 */
public enum WorkEnd {

	/**
	 * The work returned: a minimum hold applies.
	 */
	NORMAL,

	/**
	 * The work threw, was cancelled, or never began: the lock is free at once.
	 */
	FAILED

}
