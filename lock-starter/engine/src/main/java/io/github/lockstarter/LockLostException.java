package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Thrown if a lease ended before its work did: it expired (a paused process, an
 * unreachable store, a fixed lease that was too short) or it was taken away. Another
 * holder may have worked at the same time: check what the work has written, or guard it
 * by the fencing token.
 */
public final class LockLostException extends LockException {

	private static final long serialVersionUID = 1L;

	public LockLostException(String lockName, String message) {
		super(lockName, message, null);
	}

	public LockLostException(String lockName, String message, @Nullable Throwable cause) {
		super(lockName, message, cause);
	}

}
