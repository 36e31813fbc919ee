package io.github.lockstarter.testing;

/**
 * Something that happened to a lock of the application under test.
 *
 * @param kind what
 * @param name the full lock name
 * @param detail more, in words: why it was lost or not acquired; otherwise empty
 */
public record LockEvent(Kind kind, String name, String detail) {

	/**
	 * What happened.
	 */
	public enum Kind {

		/**
		 * A caller got the lock. Re-entry is not told.
		 */
		ACQUIRED,

		/**
		 * A caller did not get the lock.
		 */
		NOT_ACQUIRED,

		/**
		 * The lock came from its former holder, without being free; it is told as
		 * acquired too.
		 */
		HANDED_OVER,

		/**
		 * A renewal needed more than one attempt.
		 */
		RENEWED_LATE,

		/**
		 * The lease was over before the work was.
		 */
		LOST,

		/**
		 * The last lease was closed in time.
		 */
		RELEASED

	}

}
