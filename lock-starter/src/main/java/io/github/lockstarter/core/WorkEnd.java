package io.github.lockstarter.core;

/**
 * How the work under a lease ended.
 */
public enum WorkEnd {

	/**
	 * It returned: a minimum hold applies.
	 */
	NORMAL,

	/**
	 * It threw, was given up, or never began: the lock is free at once.
	 */
	FAILED

}
