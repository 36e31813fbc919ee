package io.github.lockstarter.store;

/**
 * What a store tells a waiter without being asked.
 *
 * @param kind what it is about
 * @param id the attempt it is for
 * @param time when the server sent it, by its own clock
 * @param firstToken the first fencing token of the block, for {@link Kind#GRANT}
 * @param lastToken the last fencing token of the block, for {@link Kind#GRANT}
 * @param millis the length of the provisional lease, or for {@link Kind#HINT} the time
 * after which to ask, zero for now
 * @param key the lock, as the store spells it
 */
public record PushMessage(Kind kind, String id, ServerTime time, long firstToken, long lastToken, long millis,
		String key) {

	/**
	 * The kinds of message.
	 */
	public enum Kind {

		/**
		 * The lock is the waiter's, under a provisional lease.
		 */
		GRANT,

		/**
		 * The lock will be free after a time at which nobody will be there to hand it
		 * over, or is free now: ask then.
		 */
		HINT

	}

}
