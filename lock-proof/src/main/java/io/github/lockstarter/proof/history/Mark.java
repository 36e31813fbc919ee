package io.github.lockstarter.proof.history;

/**
 * A moment from which on a promise of exclusion does not hold for the leases of then.
 *
 * @param nanos when
 * @param kind what happened
 */
public record Mark(long nanos, Kind kind) {

	/**
	 * What is not promised.
	 */
	public enum Kind {

		/**
		 * Redis lost its data.
		 */
		DATA_LOSS,

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
