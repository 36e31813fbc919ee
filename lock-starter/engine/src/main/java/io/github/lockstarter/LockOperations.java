package io.github.lockstarter;

import java.util.Optional;

import org.jspecify.annotations.Nullable;

/**
 * Distributed locks for application code. The bean is auto-configured and thread-safe.
 *
 * <p>
 * <b>Guarantee.</b> Measured by the clock of the store, such as Redis, at most one caller
 * on any instance holds an unexpired lease on a name, and each change of holder gets a
 * strictly larger {@linkplain Lease#fencingToken() fencing token}. A lease may end before
 * the work does (a paused process, an unreachable store); the loss is reported as a
 * {@link LockLostException}. An action never runs without its lock.
 *
 * <p>
 * <b>Re-entrancy.</b> A thread that holds a lock acquires it again immediately and
 * without a round trip; the lock is released when all of these leases are closed. The
 * owner is the thread that acquired; any thread may close the lease.
 *
 * <p>
 * <b>Failure.</b> {@link LockNotAcquiredException}: another caller held the lock for the
 * whole wait. {@link LockUnavailableException}: the store could not be asked, or the
 * application is shutting down. {@link LockInterruptedException}: the waiting thread was
 * interrupted. {@link LockLostException}: the calling thread holds this lock under a
 * lease that was lost. The wait ends with the wait time plus the time for a last answer
 * of the store: 100 milliseconds, for a distant store twice its slowest recent answer, at
 * most one command timeout. A wait that is shorter than one command timeout may last as
 * long as one.
 *
 * <p>
 * <b>Entry.</b> A lease is held when it is returned, and an action starts only while it
 * is held; with several locks this is true of all of them, as far as this JVM can know
 * without asking the store. A lease that is granted and lost before that is released and
 * requested again within the wait; it is never reported as a {@link LockLostException}.
 *
 * <p>
 * Methods with a name instead of a request use {@link LockRequest#of(String)}.
 */
public interface LockOperations {

	/**
	 * Acquires the lock, waiting if necessary. Close the lease, preferably with
	 * try-with-resources: it is renewed until it is closed or no longer reachable.
	 * @param request what to lock, and how
	 * @return the lease
	 * @throws LockNotAcquiredException if the lock was held for the whole wait
	 * @throws IllegalArgumentException if the store does not support what is requested;
	 * so do all methods with a request
	 */
	@CheckReturnValue
	Lease acquire(LockRequest request);

	/**
	 * Acquires the lock, waiting if necessary.
	 * @param request what to lock, and how
	 * @return the lease, or empty if the lock was held for the whole wait
	 */
	@CheckReturnValue
	Optional<Lease> tryAcquire(LockRequest request);

	/**
	 * Runs an action under the lock on the calling thread, with the lease as
	 * {@link LockContext#current()}, and releases the lock afterwards.
	 * @param <T> the type of the result
	 * @param <E> the exception that the action may throw
	 * @param request what to lock, and how
	 * @param action the work
	 * @return the result of the action
	 * @throws E the exception of the action, with a {@link LockLostException} as a
	 * suppressed one if the lease was lost
	 * @throws LockNotAcquiredException if the lock was held for the whole wait; the
	 * action did not run
	 * @throws LockLostException if the action returned normally after its lease was lost
	 */
	<T extends @Nullable Object, E extends Throwable> T execute(LockRequest request, LockedAction<T, E> action)
			throws E;

	/**
	 * Runs an action without a result under the lock; otherwise as
	 * {@link #execute(LockRequest, LockedAction)}.
	 * @param <E> the exception that the action may throw
	 * @param request what to lock, and how
	 * @param action the work
	 * @throws E the exception of the action
	 */
	@SuppressWarnings("NullAway") // sees the type argument only in its JSpecify mode
	default <E extends Throwable> void executeWithoutResult(LockRequest request, LockedRunnable<E> action) throws E {
		this.<@Nullable Object, E>execute(request, (lease) -> {
			action.run(lease);
			return null;
		});
	}

	@CheckReturnValue
	default Lease acquire(String name) {
		return acquire(LockRequest.of(name));
	}

	@CheckReturnValue
	default Optional<Lease> tryAcquire(String name) {
		return tryAcquire(LockRequest.of(name));
	}

	default <T extends @Nullable Object, E extends Throwable> T execute(String name, LockedAction<T, E> action)
			throws E {
		return execute(LockRequest.of(name), action);
	}

	default <E extends Throwable> void executeWithoutResult(String name, LockedRunnable<E> action) throws E {
		executeWithoutResult(LockRequest.of(name), action);
	}

	/**
	 * Describes the holders of a lock, for people and dashboards. Do not base decisions
	 * on it: it may be outdated on arrival.
	 * @param name the full lock name
	 * @return the holders, or empty if the lock is free
	 * @throws LockUnavailableException if the store cannot be asked
	 */
	Optional<LockInfo> describe(String name);

	/**
	 * Takes the lock away from its holder, for an administrator. The holder is not
	 * stopped: it detects the loss at its next renewal or release. Later holders get a
	 * larger fencing token.
	 * @param name the full lock name
	 * @return whether the lock was held (or kept by a minimum hold)
	 * @throws LockUnavailableException if the store cannot be asked
	 */
	boolean forceRelease(String name);

	/**
	 * Takes the lock away from the holder that {@link #describe(String)} showed, and not
	 * from any later one. Otherwise as {@link #forceRelease(String)}. While threads of
	 * one instance pass the lock on among themselves, the token of each of them stands
	 * for the turn of that instance.
	 * @param name the full lock name
	 * @param fencingToken the fencing token of the holder
	 * @return whether that holder held the lock; if not, it was free or held by another
	 * @throws LockUnavailableException if the store cannot be asked
	 */
	boolean forceRelease(String name, long fencingToken);

}
