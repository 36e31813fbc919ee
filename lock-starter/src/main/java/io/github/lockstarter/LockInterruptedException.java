package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * The thread was interrupted while it waited for a lock. The work did not run, and the
 * interrupt flag of the thread is set again.
 */
public final class LockInterruptedException extends LockException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 */
	public LockInterruptedException(String lockName, String message) {
		super(lockName, message, null);
	}

	/**
	 * Creates the exception with its cause.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 * @param cause what led to it
	 */
	public LockInterruptedException(String lockName, String message, @Nullable Throwable cause) {
		super(lockName, message, cause);
	}

}
