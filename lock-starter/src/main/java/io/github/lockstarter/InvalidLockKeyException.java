package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * The key of a lock cannot be used: it is null or blank, its expression refers to
 * something unknown or fails, or its value does not identify anything.
 */
public final class InvalidLockKeyException extends LockException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 */
	public InvalidLockKeyException(String lockName, String message) {
		super(lockName, message, null);
	}

	/**
	 * Creates the exception with its cause.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 * @param cause what led to it
	 */
	public InvalidLockKeyException(String lockName, String message, @Nullable Throwable cause) {
		super(lockName, message, cause);
	}

}
