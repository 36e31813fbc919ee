package io.github.lockstarter;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import org.springframework.lang.CheckReturnValue;

/**
 * Distributed locks for application code; the bean is auto-configured. Safe for use by
 * any number of threads.
 *
 * <p>
 * <b>Guarantee.</b> At any instant of the clock of the store, such as Redis, at most one
 * caller, on any server, has an unexpired lease on a name, and each change of holder gets
 * a strictly larger {@linkplain Lease#fencingToken() fencing token}. A lease can end
 * before the work does (a paused process, an unreachable store); the holder is told, see
 * {@link LockLostException}. Nothing runs without the lock.
 *
 * <p>
 * <b>Re-entrancy.</b> A thread that holds a lock acquires it again at once and without a
 * round trip; the lock is free when as many leases have been closed. The owner is the
 * thread that acquired; the lease may be closed by any thread.
 *
 * <p>
 * <b>Failure.</b> {@link LockNotAcquiredException} says that another held the lock for
 * the whole wait, {@link LockUnavailableException} that the store could not be asked or
 * that the application is shutting down, {@link LockInterruptedException} that the
 * waiting thread was interrupted, {@link LockLostException} that the calling thread holds
 * this lock already under a lease that is over. The wait ends with the wait time and the
 * time of a last answer of the store: 100 milliseconds, or where the store is far twice
 * its slowest answer of late, one command timeout at most; or within one command timeout
 * where that is longer.
 *
 * <p>
 * <b>Entry.</b> A lease is held when it is handed out, and an action begins only while it
 * is, those on several locks with all of their parts, as far as this JVM can know without
 * asking the store. What was granted and lost before that is given back and asked for
 * again within the wait; it is never reported as a {@link LockLostException}.
 */
public interface LockOperations {

	/**
	 * Acquires the lock, waiting if necessary. Close the lease, best in a
	 * try-with-resources statement: a lease that is renewed keeps the lock until it is
	 * closed, or no longer reachable.
	 * @param request what to lock, and how
	 * @return the lease
	 * @throws LockNotAcquiredException if others held the lock for the whole wait
	 * @throws IllegalArgumentException if locks of this kind cannot do what is asked for;
	 * so it is for all that takes a request
	 */
	@CheckReturnValue
	Lease acquire(LockRequest request);

	/**
	 * Acquires the lock, waiting if necessary, and answers empty where
	 * {@link #acquire(LockRequest)} throws {@link LockNotAcquiredException}.
	 * @param request what to lock, and how
	 * @return the lease, or empty if others held the lock for the whole wait
	 */
	@CheckReturnValue
	Optional<Lease> tryAcquire(LockRequest request);

	/**
	 * Runs the action under the lock, on the calling thread, with the lease as
	 * {@link LockContext#current()}, and releases it afterwards.
	 * @param <T> the type of the result
	 * @param <E> the exception that the action may throw
	 * @param request what to lock, and how
	 * @param action the work
	 * @return the result of the action
	 * @throws E what the action threw; a lease lost meanwhile is added to it as a
	 * suppressed {@link LockLostException}
	 * @throws LockNotAcquiredException if others held the lock for the whole wait; the
	 * action did not run
	 * @throws LockLostException if the action returned normally but its lease was over by
	 * then
	 */
	<T extends @Nullable Object, E extends Throwable> T execute(LockRequest request, LockedAction<T, E> action)
			throws E;

	/**
	 * Runs an action without a result under the lock; otherwise as
	 * {@link #execute(LockRequest, LockedAction)}.
	 * @param <E> the exception that the action may throw
	 * @param request what to lock, and how
	 * @param action the work
	 * @throws E what the action threw
	 */
	@SuppressWarnings("NullAway") // sees the type argument only in its JSpecify mode
	default <E extends Throwable> void executeWithoutResult(LockRequest request, LockedRunnable<E> action) throws E {
		this.<@Nullable Object, E>execute(request, (lease) -> {
			action.run(lease);
			return null;
		});
	}

	/**
	 * Acquires the lock of that name with the default settings.
	 * @param name the full lock name
	 * @return the lease
	 * @see #acquire(LockRequest)
	 */
	@CheckReturnValue
	default Lease acquire(String name) {
		return acquire(LockRequest.of(name));
	}

	/**
	 * Acquires the lock of that name with the default settings, or answers empty.
	 * @param name the full lock name
	 * @return the lease, or empty if others held the lock for the whole wait
	 * @see #tryAcquire(LockRequest)
	 */
	@CheckReturnValue
	default Optional<Lease> tryAcquire(String name) {
		return tryAcquire(LockRequest.of(name));
	}

	/**
	 * Runs the action under the lock of that name with the default settings.
	 * @param <T> the type of the result
	 * @param <E> the exception that the action may throw
	 * @param name the full lock name
	 * @param action the work
	 * @return the result of the action
	 * @throws E what the action threw
	 * @see #execute(LockRequest, LockedAction)
	 */
	default <T extends @Nullable Object, E extends Throwable> T execute(String name, LockedAction<T, E> action)
			throws E {
		return execute(LockRequest.of(name), action);
	}

	/**
	 * Runs an action without a result under the lock of that name with the default
	 * settings.
	 * @param <E> the exception that the action may throw
	 * @param name the full lock name
	 * @param action the work
	 * @throws E what the action threw
	 * @see #executeWithoutResult(LockRequest, LockedRunnable)
	 */
	default <E extends Throwable> void executeWithoutResult(String name, LockedRunnable<E> action) throws E {
		executeWithoutResult(LockRequest.of(name), action);
	}

	/**
	 * The holder of a lock. A snapshot for people and dashboards: it may be outdated when
	 * it arrives, so it must not decide anything.
	 * @param name the full lock name
	 * @return the holder, or empty if the lock is free
	 * @throws LockUnavailableException if the store cannot be asked
	 */
	Optional<LockInfo> describe(String name);

	/**
	 * Takes the lock away from its holder, for an administrator. The holder is not
	 * stopped: it learns the loss at its next renewal or release. Later holders get a
	 * larger fencing token all the same.
	 * @param name the full lock name
	 * @return whether the lock was held (or kept by a minimum hold)
	 * @throws LockUnavailableException if the store cannot be asked
	 */
	boolean forceRelease(String name);

	/**
	 * Takes the lock away from the holder that {@link #describe(String)} showed, and from
	 * nobody who has come after it: a decision that comes late harms nobody. Otherwise as
	 * {@link #forceRelease(String)}. While the threads of one server pass a lock on among
	 * themselves, the token of each of them stands for the turn of that server.
	 * @param name the full lock name
	 * @param fencingToken the fencing token of the holder
	 * @return whether that holder had it; if not, it was free or another had it
	 * @throws LockUnavailableException if the store cannot be asked
	 */
	boolean forceRelease(String name, long fencingToken);

}
