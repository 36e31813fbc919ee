package io.github.lockstarter.proof.workload;

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

	@Override
	void close();

	/**
	 * A lock in the hands of a caller.
	 */
	interface Held {

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
		 * Gives it back.
		 * @return whether it was still held, as far as the library says
		 */
		boolean close();

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
