package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Nobody could say who holds the lock: the store cannot be reached or refuses, or the
 * application is shutting down. The work did not run. Never used for a lock that another
 * holds.
 */
public final class LockUnavailableException extends LockException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 */
	public LockUnavailableException(String lockName, String message) {
		super(lockName, message, null);
	}

	/**
	 * Creates the exception with its cause.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 * @param cause what led to it
	 */
	public LockUnavailableException(String lockName, String message, @Nullable Throwable cause) {
		super(lockName, message, cause);
	}

}
