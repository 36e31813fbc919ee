package io.github.lockstarter;

/**
 * Thrown immediately if a caller that shares a lock, as a reader or with a permit,
 * requests the same lock in another mode: it would wait for itself. The requested work
 * did not run; the lock that the caller holds is unaffected.
 */
public final class LockUpgradeException extends LockException {

	private static final long serialVersionUID = 1L;

	public LockUpgradeException(String lockName, String message) {
		super(lockName, message, null);
	}

}
