package io.github.lockstarter.async;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;
import org.springframework.lang.CheckReturnValue;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;

/**
 * The {@link LockOperations} for callers that do not block; the bean is auto-configured.
 * The same locks, guarantees, settings and exceptions. No thread waits for a lock or for
 * the store.
 *
 * <p>
 * <b>Threads.</b> Actions run on the application's task executor. Futures are completed
 * on threads of the locks for that alone, so that a thread of the executor may wait for
 * them; what is attached to them runs there and may block. Both have the context of the
 * caller (MDC, and with Micrometer's context propagation on the class path what is
 * registered there, such as security and observation).
 *
 * <p>
 * <b>A busy executor.</b> An action that has not begun by the end of the wait time, one
 * command timeout after the grant at least and one lease at most, does not run: its lock
 * is given back, and its future fails with a
 * {@link java.util.concurrent.RejectedExecutionException}. So do not wait on a thread of
 * the executor for an action, which needs another one.
 *
 * <p>
 * <b>Entry.</b> As for {@link LockOperations}: a lease that is lost while the executor is
 * busy is asked for again, within the wait.
 *
 * <p>
 * <b>Failure.</b> Nothing is thrown: every failure, a wrong request included, is in the
 * future.
 *
 * <p>
 * <b>Cancellation.</b> To cancel a future that waits for a lock, or to complete it with a
 * time-out, gives up, and leaves nothing locked; so does it while the executor has not
 * begun an action. To cancel that of an action that has begun cancels the stage of the
 * action; the lock is released when that stage is complete.
 *
 * <p>
 * <b>Re-entrancy.</b> The owner is a context, not a thread: what is called with a lease
 * in its {@link LockContext}, as in the part of an action that runs before it returns its
 * stage, enters the same lock at once, through this face and the others. Later parts say
 * whose work they are with {@link #within}.
 */
public interface AsyncLockOperations {

	/**
	 * Acquires the lock, waiting if necessary. Close the lease when the work is done.
	 * @param request what to lock, and how
	 * @return the lease; {@link LockNotAcquiredException} if others held the lock for the
	 * whole wait
	 */
	@CheckReturnValue
	CompletableFuture<AsyncLease> acquire(LockRequest request);

	/**
	 * Acquires the lock, waiting if necessary, and answers empty where
	 * {@link #acquire(LockRequest)} fails with {@link LockNotAcquiredException}.
	 * @param request what to lock, and how
	 * @return the lease, or empty if others held the lock for the whole wait
	 */
	@CheckReturnValue
	CompletableFuture<Optional<AsyncLease>> tryAcquire(LockRequest request);

	/**
	 * Runs the action under the lock, and releases it when the stage of the action is
	 * complete, normally, exceptionally or by cancellation.
	 * @param <T> the type of the result
	 * @param request what to lock, and how
	 * @param action the work
	 * @return the result of the action, after the release; what the action failed with,
	 * with a lease lost meanwhile as a suppressed {@link LockLostException}; a
	 * {@link LockLostException} if the action succeeded but its lease was over by then;
	 * or why the lock was not acquired, when the action did not run
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

	/**
	 * Acquires the lock of that name with the default settings.
	 * @param name the full lock name
	 * @return the lease
	 * @see #acquire(LockRequest)
	 */
	@CheckReturnValue
	CompletableFuture<AsyncLease> acquire(String name);

	/**
	 * Acquires the lock of that name with the default settings, or answers empty.
	 * @param name the full lock name
	 * @return the lease, or empty if others held the lock for the whole wait
	 * @see #tryAcquire(LockRequest)
	 */
	@CheckReturnValue
	CompletableFuture<Optional<AsyncLease>> tryAcquire(String name);

	/**
	 * Runs the action under the lock of that name with the default settings.
	 * @param <T> the type of the result
	 * @param name the full lock name
	 * @param action the work
	 * @return the result of the action
	 * @see #execute(LockRequest, AsyncLockedAction)
	 */
	<T extends @Nullable Object> CompletableFuture<T> execute(String name, AsyncLockedAction<T> action);

	/**
	 * Runs an action without a result under the lock of that name with the default
	 * settings.
	 * @param name the full lock name
	 * @param action the work
	 * @return completed after the release
	 * @see #executeWithoutResult(LockRequest, AsyncLockedRunnable)
	 */
	CompletableFuture<@Nullable Void> executeWithoutResult(String name, AsyncLockedRunnable action);

	/**
	 * The holder of a lock. A snapshot for people and dashboards: it may be outdated when
	 * it arrives, so it must not decide anything.
	 * @param name the full lock name
	 * @return the holder, or empty if the lock is free; {@link LockUnavailableException}
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
	 * @return whether that holder had it; {@link LockUnavailableException} if the store
	 * cannot be asked
	 */
	CompletableFuture<Boolean> forceRelease(String name, long fencingToken);

	/**
	 * The same operations for work that belongs to the holder of an open lease: it enters
	 * the locks of that lease once more, at once, and those of its {@link LockContext}.
	 * What one holder does in parallel under one lock is its own matter.
	 * @param lease the lease under which the work runs
	 * @return operations with that owner
	 */
	AsyncLockOperations within(AsyncLease lease);

}
