package io.github.lockstarter.runtime;

/**
 * Defers the release of a lock to the end of what the calling thread has open, such as a
 * transaction: a lock that is released before the commit lets the next holder in before
 * it can see what was written. Asked when a blocking caller closes the last lease on a
 * lock.
 */
public interface ReleaseDeferral {

	/**
	 * Defers nothing.
	 */
	ReleaseDeferral NONE = new ReleaseDeferral() {

		@Override
		public boolean isWanted() {
			return false;
		}

		@Override
		public void defer(Deferred release) {
			release.end(true);
		}

	};

	/**
	 * Whether the calling thread has something open whose end a release has to await.
	 * Called at each close; cheap.
	 * @return whether to defer
	 */
	boolean isWanted();

	/**
	 * Defers a release. Called only if it {@linkplain #isWanted() is wanted}, on the same
	 * thread.
	 * @param release what to end later, exactly once
	 */
	void defer(Deferred release);

	/**
	 * A release that was deferred.
	 */
	interface Deferred {

		/**
		 * Checks that the lock was not lost since its lease was closed.
		 * @throws RuntimeException if it was lost: then the work must not succeed
		 */
		void ensureHeld();

		/**
		 * Releases the lock.
		 * @param succeeded whether the work has succeeded; otherwise it may be repeated
		 * at once, and the lock has no minimum hold
		 */
		void end(boolean succeeded);

	}

}
