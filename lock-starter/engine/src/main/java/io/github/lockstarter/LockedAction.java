package io.github.lockstarter;

import org.jspecify.annotations.Nullable;

/**
 * Work that runs under a lock and returns a result.
 *
 * @param <T> the type of the result
 * @param <E> the exception that the work may throw
 * @see LockOperations#execute(LockRequest, LockedAction)
 */
@FunctionalInterface
public interface LockedAction<T extends @Nullable Object, E extends Throwable> {

	/**
	 * Runs on the caller's thread while the lock is held.
	 * @param lease the lease, open until this method returns
	 * @return the result for the caller
	 * @throws E passed to the caller unchanged, after the release
	 */
	T run(Lease lease) throws E;

}
