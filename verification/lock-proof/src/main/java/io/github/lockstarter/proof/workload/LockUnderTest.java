package io.github.lockstarter.proof.workload;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A lock, as the load uses it.
 */
interface LockUnderTest extends AutoCloseable {

	/**
	 * Waits for the lock as the request says.
	 * @return the lock, or {@code null}: held by another for the whole wait
	 * @throws RefusedException if it was not acquired for another reason
	 */
	@Nullable Held acquire(Request request);

	/**
	 * Runs a caller's operation where its face wants it: on the caller's own thread, or
	 * on the application's task executor.
	 */
	void run(Face face, Runnable operation);

	/**
	 * Stops everything and starts it again, on this thread.
	 */
	void restart();

	@Override
	void close();

	/**
	 * Locks in the hands of a caller: those of one request.
	 */
	interface Held {

		/**
		 * Each of them.
		 * @return the locks in the order of the request
		 */
		List<? extends Part> parts();

		/**
		 * Gives them back.
		 * @return whether all were still held
		 */
		boolean close();

	}

	/**
	 * A lock in the hands of a caller.
	 */
	interface Part {

		/**
		 * The fencing token.
		 * @return the token
		 */
		long token();

		/**
		 * Nanoseconds for which the caller may believe to hold it, zero or less when it
		 * knows that it does not.
		 * @return the time left
		 */
		long remainingNanos();

		/**
		 * Whether it was held when the caller could look at it for the first time.
		 * @return whether it was
		 */
		boolean wasHeldAtBegin();

		/**
		 * Has a loss told.
		 * @param listener is told, on any thread
		 */
		void onLost(Runnable listener);

	}

	/**
	 * Why it was not acquired.
	 */
	final class RefusedException extends RuntimeException {

		private static final long serialVersionUID = 1L;

		RefusedException(String reason, Throwable cause) {
			super(reason, cause);
		}

	}

}
