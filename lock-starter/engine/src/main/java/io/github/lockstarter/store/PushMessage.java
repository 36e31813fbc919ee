package io.github.lockstarter.store;

/**
 * A notification of a store to a waiter.
 *
 * @param kind its kind
 * @param id the attempt it is for
 * @param time when the server sent it, by its own clock
 * @param firstToken the first fencing token of the block, for {@link Kind#GRANT}
 * @param lastToken the last fencing token of the block, for {@link Kind#GRANT}
 * @param millis the length of the provisional lease, or for {@link Kind#HINT} the time
 * after which to poll, zero for now
 * @param key the lock, as the store names it
 */
public record PushMessage(Kind kind, String id, ServerTime time, long firstToken, long lastToken, long millis,
		String key) {

	/**
	 * The kinds of notification.
	 */
	public enum Kind {

		/**
		 * The waiter owns the lock under a provisional lease.
		 */
		GRANT,

		/**
		 * The lock is free now, or will expire at that time without a holder that hands
		 * it over: poll then.
		 */
		HINT

	}

}
