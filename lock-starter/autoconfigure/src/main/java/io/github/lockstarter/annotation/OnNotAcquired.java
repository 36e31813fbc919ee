package io.github.lockstarter.annotation;

import io.github.lockstarter.LockNotAcquiredException;

/**
 * What a locked method does if another caller held the lock for the whole wait. Applies
 * to {@link LockNotAcquiredException} only: an unreachable store always raises an
 * exception.
 */
public enum OnNotAcquired {

	/**
	 * Throw the {@link LockNotAcquiredException}.
	 */
	THROW,

	/**
	 * Do not run the method; return {@code null}, an empty {@code Optional} or publisher,
	 * or a future of one of these.
	 */
	SKIP,

	/**
	 * Run the method named by {@link DistributedLocked#fallback()} instead.
	 */
	FALLBACK

}
