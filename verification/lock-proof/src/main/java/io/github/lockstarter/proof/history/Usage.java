package io.github.lockstarter.proof.history;

/**
 * What a client had used up until a moment.
 *
 * @param nanos when
 * @param client the client
 * @param kind what is counted
 * @param amount how much of it
 */
public record Usage(long nanos, String client, Kind kind, long amount) {

	/**
	 * What is counted.
	 */
	public enum Kind {

		/**
		 * Commands that it had sent.
		 */
		REQUESTS,

		/**
		 * Milliseconds of a processor.
		 */
		PROCESSOR,

		/**
		 * Threads that it had then.
		 */
		THREADS

	}

}
