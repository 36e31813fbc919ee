package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if the thread was interrupted while it waited for a lock. The work did not run;
 * the interrupt flag of the thread is set again.
 */
public final class LockInterruptedException extends LockException {

	private static final long serialVersionUID = 1L;

	public LockInterruptedException(String lockName, String message) {
		super(lockName, message, null);
	}

	public LockInterruptedException(String lockName, String message, @Nullable Throwable cause) {
		super(lockName, message, cause);
	}

}
