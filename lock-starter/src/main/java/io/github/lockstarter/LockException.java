package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Something went wrong with a lock. Each subclass is one thing that a caller may want to
 * tell apart.
 */
public abstract class LockException extends RuntimeException {

	private static final long serialVersionUID = 1L;

	private final String lockName;

	protected LockException(String lockName, String message, @Nullable Throwable cause) {
		super(message, cause);
		this.lockName = lockName;
	}

	/**
	 * The lock concerned.
	 * @return the full lock name, or for an {@link InvalidLockKeyException} as much of it
	 * as is known
	 */
	public String getLockName() {
		return this.lockName;
	}

}
