package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if it is unknown whether the lock is free: the store cannot be reached or
 * rejects the command, or the application is shutting down. The work did not run. Never
 * thrown for a lock that is held by another caller.
 */
public final class LockUnavailableException extends LockException {

	private static final long serialVersionUID = 1L;

	public LockUnavailableException(String lockName, String message) {
		super(lockName, message, null);
	}

	public LockUnavailableException(String lockName, String message, @Nullable Throwable cause) {
		super(lockName, message, cause);
	}

}
