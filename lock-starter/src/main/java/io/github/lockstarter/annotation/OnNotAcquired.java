package io.github.lockstarter.annotation;

import io.github.lockstarter.LockNotAcquiredException;

/**
 * What a locked method does when another held the lock for the whole wait. It applies to
 * {@link LockNotAcquiredException} alone: a store that cannot be reached is always an
 * exception.
 */
public enum OnNotAcquired {

	/**
	 * Throw the {@link LockNotAcquiredException}.
	 */
	THROW,

	/**
	 * Do not run the method; answer {@code null}, or an empty {@code Optional} or
	 * publisher, or a future of one of these.
	 */
	SKIP,

	/**
	 * Run the method named by {@link DistributedLocked#fallback()} instead.
	 */
	FALLBACK

}
