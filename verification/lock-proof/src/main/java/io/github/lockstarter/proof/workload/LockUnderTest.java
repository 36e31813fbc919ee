package io.github.lockstarter.proof.workload;

import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A lock of some library, as the load uses it.
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
	default void run(Face face, Runnable operation) {
		operation.run();
	}

	/**
	 * Stops everything and starts it again, on this thread.
	 */
	default void restart() {
	}

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
		 * @return whether all were still held, as far as the library says
		 */
		boolean close();

	}

	/**
	 * A lock in the hands of a caller.
	 */
	interface Part {

		/**
		 * The fencing token.
		 * @return the token, zero where the library has none
		 */
		long token();

		/**
		 * Nanoseconds for which the caller may believe to hold it, zero or less when it
		 * knows that it does not. A library that says nothing about the future answers
		 * the length of the lease for a fixed one and a very long time for a renewed one:
		 * nothing would stop the caller.
		 * @return the time left
		 */
		long remainingNanos();

		/**
		 * Whether it was held when the caller could look at it for the first time.
		 * @return whether it was
		 */
		default boolean wasHeldAtBegin() {
			return true;
		}

		/**
		 * Has a loss told.
		 * @param listener is told, on any thread
		 */
		default void onLost(Runnable listener) {
		}

	}

	/**
	 * One lock, of a library that knows no others.
	 */
	interface Single extends Held, Part {

		@Override
		default List<Part> parts() {
			return List.of(this);
		}

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
