package io.github.lockstarter.reactive;

import org.springframework.lang.CheckReturnValue;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;

/**
 * The {@link LockOperations} for reactive code; the bean is auto-configured where Reactor
 * is. The same locks, guarantees, settings and exceptions. No thread waits for a lock or
 * for the store, and nothing happens before the subscription: two subscriptions are two
 * acquisitions.
 *
 * <p>
 * <b>Threads.</b> Actions are called and subscribed to on the application's task
 * executor. What comes after the release is signalled on threads of the locks for that
 * alone, which may block, so that a thread of the executor may wait for it. Both have the
 * context of the thread that subscribed.
 *
 * <p>
 * <b>A busy executor.</b> An action that has not begun by the end of the wait time, one
 * command timeout after the grant at least and one lease at most, does not run: its lock
 * is given back, and a {@link java.util.concurrent.RejectedExecutionException} is
 * signalled.
 *
 * <p>
 * <b>Entry.</b> As for {@link LockOperations}: a lease that is lost while the executor is
 * busy, or before the subscriber asks for it, is asked for again, within the wait.
 *
 * <p>
 * <b>Failure.</b> Every failure, a wrong request included, is an error signal.
 *
 * <p>
 * <b>Re-entrancy.</b> The owner is the context of Reactor: what is subscribed inside an
 * action enters the lock of that action at once, and so does what it calls before it has
 * returned its publisher. What one holder does in parallel under one lock is its own
 * matter.
 */
public interface ReactiveLockOperations {

	/**
	 * Acquires the lock, waiting if necessary. Close the lease when the work is done. To
	 * cancel gives up, and leaves nothing locked.
	 * @param request what to lock, and how
	 * @return the lease; {@link LockNotAcquiredException} if others held the lock for the
	 * whole wait
	 */
	@CheckReturnValue
	Mono<ReactiveLease> acquire(LockRequest request);

	/**
	 * Acquires the lock, waiting if necessary, and is empty where
	 * {@link #acquire(LockRequest)} fails with {@link LockNotAcquiredException}.
	 * @param request what to lock, and how
	 * @return the lease, or empty if others held the lock for the whole wait
	 */
	@CheckReturnValue
	Mono<ReactiveLease> tryAcquire(LockRequest request);

	/**
	 * Runs the action under the lock, and releases it, once, when the action completes,
	 * fails or is cancelled.
	 * @param <T> the type of the result
	 * @param request what to lock, and how
	 * @param action the work
	 * @return the result of the action, the last one if it has several, after the
	 * release; what the action failed with, with a lease lost meanwhile as a suppressed
	 * {@link LockLostException}; a {@link LockLostException} if the action succeeded but
	 * its lease was over by then; or why the lock was not acquired, when the action did
	 * not run
	 */
	<T> Mono<T> execute(LockRequest request, ReactiveLockedAction<T> action);

	/**
	 * Runs an action with many results under the lock. They are passed on as they come;
	 * the end is signalled after the release. Otherwise as
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

	/**
	 * Acquires the lock of that name with the default settings.
	 * @param name the full lock name
	 * @return the lease
	 * @see #acquire(LockRequest)
	 */
	@CheckReturnValue
	default Mono<ReactiveLease> acquire(String name) {
		return Mono.defer(() -> acquire(LockRequest.of(name)));
	}

	/**
	 * Acquires the lock of that name with the default settings, or is empty.
	 * @param name the full lock name
	 * @return the lease, or empty if others held the lock for the whole wait
	 * @see #tryAcquire(LockRequest)
	 */
	@CheckReturnValue
	default Mono<ReactiveLease> tryAcquire(String name) {
		return Mono.defer(() -> tryAcquire(LockRequest.of(name)));
	}

	/**
	 * Runs the action under the lock of that name with the default settings.
	 * @param <T> the type of the result
	 * @param name the full lock name
	 * @param action the work
	 * @return the result of the action
	 * @see #execute(LockRequest, ReactiveLockedAction)
	 */
	default <T> Mono<T> execute(String name, ReactiveLockedAction<T> action) {
		return Mono.defer(() -> execute(LockRequest.of(name), action));
	}

	/**
	 * Runs an action with many results under the lock of that name with the default
	 * settings.
	 * @param <T> the type of the results
	 * @param name the full lock name
	 * @param action the work
	 * @return the results of the action
	 * @see #executeMany(LockRequest, ReactiveLockedAction)
	 */
	default <T> Flux<T> executeMany(String name, ReactiveLockedAction<T> action) {
		return Flux.defer(() -> executeMany(LockRequest.of(name), action));
	}

	/**
	 * Runs an action under the lock of that name with the default settings and ignores
	 * its results.
	 * @param name the full lock name
	 * @param action the work
	 * @return completed after the release
	 * @see #executeWithoutResult(LockRequest, ReactiveLockedAction)
	 */
	default Mono<Void> executeWithoutResult(String name, ReactiveLockedAction<?> action) {
		return Mono.defer(() -> executeWithoutResult(LockRequest.of(name), action));
	}

	/**
	 * The holder of a lock. A snapshot for people and dashboards: it may be outdated when
	 * it arrives, so it must not decide anything.
	 * @param name the full lock name
	 * @return the holder, or empty if the lock is free; {@link LockUnavailableException}
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
	 * @return whether that holder had it; {@link LockUnavailableException} if the store
	 * cannot be asked
	 */
	Mono<Boolean> forceRelease(String name, long fencingToken);

}
