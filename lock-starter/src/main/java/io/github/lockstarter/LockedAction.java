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
	 * Does the work, on the caller's thread, while the lock is held.
	 * @param lease the lease under which it runs; open until the work has returned
	 * @return the result, handed to the caller unchanged
	 * @throws E handed to the caller unchanged, after the release
	 */
	T run(Lease lease) throws E;

}
