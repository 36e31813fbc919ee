package io.github.lockstarter.proof.workload;

/**
 * Who is first.
 */
public enum Order {

	/**
	 * Who asked first.
	 */
	FAIR,

	/**
	 * Threads of one JVM before others, for a while.
	 */
	PLAIN;

	String word() {
		return (this == FAIR) ? "fair" : "plain";
	}

}
