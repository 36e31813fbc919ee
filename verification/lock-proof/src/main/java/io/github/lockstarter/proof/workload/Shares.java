package io.github.lockstarter.proof.workload;

/**
 * Whether a client asks for locks that others may have at the same time.
 */
public enum Shares {

	/**
	 * Each lock for itself.
	 */
	NEVER,

	/**
	 * One in four requests reads, or wants one of two or three permits.
	 */
	SOMETIMES,

	/**
	 * Three in four requests do.
	 */
	MOSTLY

}
