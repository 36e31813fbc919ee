package io.github.lockstarter.testing;

/**
 * An event of a lock of the application under test.
 *
 * @param kind what happened
 * @param name the full lock name
 * @param detail why the lock was lost or not acquired; otherwise empty
 */
public record LockEvent(Kind kind, String name, String detail) {

	/**
	 * The kinds of events.
	 */
	public enum Kind {

		/**
		 * A caller acquired the lock. Re-entry causes no event.
		 */
		ACQUIRED,

		/**
		 * A caller did not acquire the lock.
		 */
		NOT_ACQUIRED,

		/**
		 * The lock was handed over by its former holder; an ACQUIRED event follows.
		 */
		HANDED_OVER,

		/**
		 * A renewal needed more than one attempt.
		 */
		RENEWED_LATE,

		/**
		 * The lock was lost while its holder worked.
		 */
		LOST,

		/**
		 * The last lease was closed in time.
		 */
		RELEASED

	}

}
