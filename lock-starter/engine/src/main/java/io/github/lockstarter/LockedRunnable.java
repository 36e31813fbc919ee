package io.github.lockstarter;

/**
 * Work that runs under a lock and returns nothing.
 *
 * @param <E> the exception that the work may throw
 * @see LockOperations#executeWithoutResult(LockRequest, LockedRunnable)
 */
@FunctionalInterface
public interface LockedRunnable<E extends Throwable> {

	/**
	 * Runs on the caller's thread while the lock is held.
	 * @param lease the lease, open until this method returns
	 * @throws E passed to the caller unchanged, after the release
	 */
	void run(Lease lease) throws E;

}
