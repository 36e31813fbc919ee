package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if another caller held the lock for the whole wait time. The work did not run.
 * If the store cannot be asked, {@link LockUnavailableException} is thrown instead.
 */
public final class LockNotAcquiredException extends LockException {

	private static final long serialVersionUID = 1L;

	public LockNotAcquiredException(String lockName, String message) {
		super(lockName, message, null);
	}

	public LockNotAcquiredException(String lockName, String message, @Nullable Throwable cause) {
		super(lockName, message, cause);
	}

}
