package io.github.lockstarter;

/**
 * A caller that shares a lock, as a reader or with a permit, has asked for the same lock
 * in another way. It would wait for itself, so this is thrown at once. Its work did not
 * run; what the caller holds is as before.
 */
public final class LockUpgradeException extends LockException {

	private static final long serialVersionUID = 1L;

	/**
	 * Creates the exception.
	 * @param lockName the lock concerned
	 * @param message what happened, and what a person can change
	 */
	public LockUpgradeException(String lockName, String message) {
		super(lockName, message, null);
	}

}
