package io.github.lockstarter.reactive;

import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.github.lockstarter.CheckReturnValue;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;

/**
 * The {@link LockOperations} for reactive code, with the same locks, guarantees, settings
 * and exceptions. The bean is auto-configured if Reactor is present. No thread waits for
 * a lock or for the store, and nothing happens before the subscription: two subscriptions
 * are two acquisitions.
 *
 * <p>
 * <b>Threads.</b> Actions are called and subscribed to on the application's task
 * executor. Signals after the release come on separate threads of the locks, which may
 * block, so a thread of the executor may wait for them. Both have the context of the
 * thread that subscribed.
 *
 * <p>
 * <b>A busy executor.</b> The executor must start an action before the wait time ends, or
 * within one command timeout after the grant if that is later, and within one lease.
 * Otherwise the action does not run: its lock is released, and a
 * {@link java.util.concurrent.RejectedExecutionException} is signalled.
 *
 * <p>
 * <b>Entry.</b> As for {@link LockOperations}: a lease that is lost while the executor is
 * busy, or before the subscriber requests it, is requested again within the wait.
 *
 * <p>
 * <b>Failure.</b> Every failure, also that of an invalid request, is an error signal.
 *
 * <p>
 * <b>Re-entrancy.</b> The owner is the context of Reactor: whatever is subscribed to
 * inside an action, or called before it returns its publisher, reenters the lock of that
 * action immediately. Parallel work of one holder under one lock is not coordinated.
 *
 * <p>
 * Methods with a name instead of a request use {@link LockRequest#of(String)}.
 */
public interface ReactiveLockOperations {

	/**
	 * Acquires the lock, waiting if necessary. Close the lease when the work is done.
	 * Cancelling ends the wait and leaves nothing locked.
	 * @param request what to lock, and how
	 * @return the lease; {@link LockNotAcquiredException} if the lock was held for the
	 * whole wait
	 */
	@CheckReturnValue
	Mono<ReactiveLease> acquire(LockRequest request);

	/**
	 * Acquires the lock, waiting if necessary.
	 * @param request what to lock, and how
	 * @return the lease, or empty if the lock was held for the whole wait
	 */
	@CheckReturnValue
	Mono<ReactiveLease> tryAcquire(LockRequest request);

	/**
	 * Runs an action under the lock, and releases the lock once when the action
	 * completes, fails or is cancelled.
	 * @param <T> the type of the result
	 * @param request what to lock, and how
	 * @param action the work
	 * @return the (last) result of the action, after the release; or its failure, with a
	 * {@link LockLostException} as a suppressed exception if the lease was lost; or a
	 * {@link LockLostException} if the action succeeded after its lease was lost; or the
	 * reason why the lock was not acquired and the action did not run
	 */
	<T> Mono<T> execute(LockRequest request, ReactiveLockedAction<T> action);

	/**
	 * Runs an action with many results under the lock. They are passed on as they arrive;
	 * completion is signalled after the release. Otherwise as
	 * {@link #execute(LockRequest, ReactiveLockedAction)}.
	 * @param <T> the type of the results
	 * @param request what to lock, and how
	 * @param action the work
	 * @return the results of the action
	 */
	<T> Flux<T> executeMany(LockRequest request, ReactiveLockedAction<T> action);

	/**
	 * Runs an action under the lock and ignores its results; otherwise as
	 * {@link #execute(LockRequest, ReactiveLockedAction)}.
	 * @param request what to lock, and how
	 * @param action the work
	 * @return completed after the release
	 */
	Mono<Void> executeWithoutResult(LockRequest request, ReactiveLockedAction<?> action);

	@CheckReturnValue
	default Mono<ReactiveLease> acquire(String name) {
		return Mono.defer(() -> acquire(LockRequest.of(name)));
	}

	@CheckReturnValue
	default Mono<ReactiveLease> tryAcquire(String name) {
		return Mono.defer(() -> tryAcquire(LockRequest.of(name)));
	}

	default <T> Mono<T> execute(String name, ReactiveLockedAction<T> action) {
		return Mono.defer(() -> execute(LockRequest.of(name), action));
	}

	default <T> Flux<T> executeMany(String name, ReactiveLockedAction<T> action) {
		return Flux.defer(() -> executeMany(LockRequest.of(name), action));
	}

	default Mono<Void> executeWithoutResult(String name, ReactiveLockedAction<?> action) {
		return Mono.defer(() -> executeWithoutResult(LockRequest.of(name), action));
	}

	/**
	 * Describes the holders of a lock, for people and dashboards. Do not base decisions
	 * on it: it may be outdated on arrival.
	 * @param name the full lock name
	 * @return the holders, or empty if the lock is free; {@link LockUnavailableException}
	 * if the store cannot be asked
	 */
	Mono<LockInfo> describe(String name);

	/**
	 * Takes the lock away from its holder, for an administrator; see
	 * {@link LockOperations#forceRelease(String)}.
	 * @param name the full lock name
	 * @return whether the lock was held; {@link LockUnavailableException} if the store
	 * cannot be asked
	 */
	Mono<Boolean> forceRelease(String name);

	/**
	 * Takes the lock away from the holder with that token only, for an administrator; see
	 * {@link LockOperations#forceRelease(String, long)}.
	 * @param name the full lock name
	 * @param fencingToken the fencing token of the holder
	 * @return whether that holder held the lock; {@link LockUnavailableException} if the
	 * store cannot be asked
	 */
	Mono<Boolean> forceRelease(String name, long fencingToken);

}
