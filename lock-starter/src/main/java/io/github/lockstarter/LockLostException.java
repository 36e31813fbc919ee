package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * The lease was over before the work was: its time ran out (a paused process, a store out
 * of reach, a fixed lease that was too short), or it was taken away. Another holder may
 * have worked at the same time; what the work has written must be checked, or guarded by
 * the fencing token.
 */
public final class LockLostException extends LockException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 */
	public LockLostException(String lockName, String message) {
		super(lockName, message, null);
	}

	/**
	 * Creates the exception with its cause.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 * @param cause what led to it
	 */
	public LockLostException(String lockName, String message, @Nullable Throwable cause) {
		super(lockName, message, cause);
	}

}
