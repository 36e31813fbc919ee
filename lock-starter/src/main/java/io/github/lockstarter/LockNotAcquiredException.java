package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Another held the lock for the whole wait. The work did not run. The store was reached
 * and said so: where it could not be asked it is a {@link LockUnavailableException}.
 */
public final class LockNotAcquiredException extends LockException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 */
	public LockNotAcquiredException(String lockName, String message) {
		super(lockName, message, null);
	}

	/**
	 * Creates the exception with its cause.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 * @param cause what led to it
	 */
	public LockNotAcquiredException(String lockName, String message, @Nullable Throwable cause) {
		super(lockName, message, cause);
	}

}
