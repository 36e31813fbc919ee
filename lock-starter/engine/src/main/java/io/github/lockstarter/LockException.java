package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Superclass of all exceptions about locks; each subclass is a case that callers may want
 * to handle differently.
 */
public abstract class LockException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String lockName;

	protected LockException(String lockName, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.lockName = lockName;
	}

	/**
	 * Returns the name of the lock.
	 * @return the full lock name; for an {@link InvalidLockKeyException} the part that is
	 * known
	 */
	public String getLockName() {
		return this.lockName;
	}

}
