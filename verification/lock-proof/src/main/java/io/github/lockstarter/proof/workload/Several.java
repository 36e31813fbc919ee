package io.github.lockstarter.proof.workload;

/**
 * Whether a client asks for several locks at once.
 */
public enum Several {

	/**
	 * For one lock at a time.
	 */
	NEVER,

	/**
	 * Now and then for two or three.
	 */
	SOMETIMES

}
