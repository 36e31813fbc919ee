package io.github.lockstarter.async;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.CheckReturnValue;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;

/**
 * The {@link LockOperations} for callers that do not block, with the same locks,
 * guarantees, settings and exceptions. The bean is auto-configured. No thread waits for a
 * lock or for the store.
 *
 * <p>
 * <b>Threads.</b> Actions run on the application's task executor. Futures are completed
 * on separate threads of the locks, so a thread of the executor may wait for them;
 * dependent stages run there and may block. Both have the context of the caller (MDC and,
 * with Micrometer's context propagation on the class path, whatever is registered there,
 * such as security and observation).
 *
 * <p>
 * <b>A busy executor.</b> The executor must start an action before the wait time ends, or
 * within one command timeout after the grant if that is later, and within one lease.
 * Otherwise the action does not run: its lock is released, and its future fails with a
 * {@link java.util.concurrent.RejectedExecutionException}. So do not block a thread of
 * the executor until an action ends that needs another one.
 *
 * <p>
 * <b>Entry.</b> As for {@link LockOperations}: a lease that is lost while the executor is
 * busy is requested again within the wait.
 *
 * <p>
 * <b>Failure.</b> Nothing is thrown: every failure, also that of an invalid request, is
 * in the future.
 *
 * <p>
 * <b>Cancellation.</b> Cancelling a future, or completing it by a timeout, ends the wait
 * for the lock and leaves nothing locked, as long as the action has not started.
 * Afterwards it cancels the stage of the action; the lock is released when that stage
 * completes.
 *
 * <p>
 * <b>Re-entrancy.</b> The owner is a context, not a thread: code with a lease in its
 * {@link LockContext}, such as the part of an action that runs before it returns its
 * stage, reenters the same lock immediately, through this interface and the others. Later
 * stages name their lease with {@link #within}.
 *
 * <p>
 * Methods with a name instead of a request use {@link LockRequest#of(String)}.
 */
public interface AsyncLockOperations {

	/**
	 * Acquires the lock, waiting if necessary. Close the lease when the work is done.
	 * @param request what to lock, and how
	 * @return the lease; {@link LockNotAcquiredException} if the lock was held for the
	 * whole wait
	 */
	@CheckReturnValue
	CompletableFuture<AsyncLease> acquire(LockRequest request);

	/**
	 * Acquires the lock, waiting if necessary.
	 * @param request what to lock, and how
	 * @return the lease, or empty if the lock was held for the whole wait
	 */
	@CheckReturnValue
	CompletableFuture<Optional<AsyncLease>> tryAcquire(LockRequest request);

	/**
	 * Runs an action under the lock, and releases the lock when the stage of the action
	 * completes, normally, exceptionally or by cancellation.
	 * @param <T> the type of the result
	 * @param request what to lock, and how
	 * @param action the work
	 * @return the result of the action, after the release; or its failure, with a
	 * {@link LockLostException} as a suppressed exception if the lease was lost; or a
	 * {@link LockLostException} if the action succeeded after its lease was lost; or the
	 * reason why the lock was not acquired and the action did not run
	 */
	<T extends @Nullable Object> CompletableFuture<T> execute(LockRequest request, AsyncLockedAction<T> action);

	/**
	 * Runs an action without a result under the lock; otherwise as
	 * {@link #execute(LockRequest, AsyncLockedAction)}.
	 * @param request what to lock, and how
	 * @param action the work
	 * @return completed after the release
	 */
	CompletableFuture<@Nullable Void> executeWithoutResult(LockRequest request, AsyncLockedRunnable action);

	@CheckReturnValue
	CompletableFuture<AsyncLease> acquire(String name);

	@CheckReturnValue
	CompletableFuture<Optional<AsyncLease>> tryAcquire(String name);

	<T extends @Nullable Object> CompletableFuture<T> execute(String name, AsyncLockedAction<T> action);

	CompletableFuture<@Nullable Void> executeWithoutResult(String name, AsyncLockedRunnable action);

	/**
	 * Describes the holders of a lock, for people and dashboards. Do not base decisions
	 * on it: it may be outdated on arrival.
	 * @param name the full lock name
	 * @return the holders, or empty if the lock is free; {@link LockUnavailableException}
	 * if the store cannot be asked
	 */
	CompletableFuture<Optional<LockInfo>> describe(String name);

	/**
	 * Takes the lock away from its holder, for an administrator; see
	 * {@link LockOperations#forceRelease(String)}.
	 * @param name the full lock name
	 * @return whether the lock was held; {@link LockUnavailableException} if the store
	 * cannot be asked
	 */
	CompletableFuture<Boolean> forceRelease(String name);

	/**
	 * Takes the lock away from the holder with that token only, for an administrator; see
	 * {@link LockOperations#forceRelease(String, long)}.
	 * @param name the full lock name
	 * @param fencingToken the fencing token of the holder
	 * @return whether that holder held the lock; {@link LockUnavailableException} if the
	 * store cannot be asked
	 */
	CompletableFuture<Boolean> forceRelease(String name, long fencingToken);

	/**
	 * Returns the same operations for work that belongs to the holder of an open lease:
	 * it reenters the locks of that lease immediately, and those of its
	 * {@link LockContext}. Parallel work of one holder under one lock is not coordinated.
	 * @param lease the lease under which the work runs
	 * @return operations with that owner
	 */
	AsyncLockOperations within(AsyncLease lease);

}
