package io.github.lockstarter.proof.history;

/**
 * Something from which on a promise of exclusion does not hold for the leases of then. It
 * took effect at some moment between its begin and its end.
 *
 * @param begin before it was done
 * @param end after it was done
 * @param kind what happened
 */
public record Mark(long begin, long end, Kind kind) {

	/**
	 * What is not promised.
	 */
	public enum Kind {

		/**
		 * Redis lost its data.
		 */
		DATA_LOSS,

		/**
		 * Sentinel has made another server the master: it was over when the first
		 * Sentinel said so.
		 */
		SWITCH,

		/**
		 * The server's wall clock was set forward.
		 */
		FORWARD_STEP,

		/**
		 * The server's wall clock was set back.
		 */
		BACKWARD_STEP

	}

}
