package io.github.lockstarter;

import java.util.Optional;

/**
 * The right to work under a lock until the lease is closed or expires. All methods may be
 * called from any thread. {@link #isHeld()}, {@link #remaining()} and
 * {@link #ensureHeld()} do no I/O: they compare this JVM's clocks with a local deadline
 * that lies before the end of the lease in the store.
 *
 * <p>
 * A lost lease stays lost. A lease promises nothing about the past: between
 * {@link #ensureHeld()} and the next write the process may pause for longer than the
 * lease. Only a resource that rejects smaller {@linkplain #fencingToken() fencing tokens}
 * is safe from that.
 */
public interface Lease extends LeaseState, AutoCloseable {

	/**
	 * Returns the part of this lease that is on one lock. The parts of a lease on several
	 * locks (see {@link LockRequest#ofAll}) differ in their fencing tokens only.
	 * @param name the full lock name
	 * @return the lease on that lock, which must not be closed, or empty if this lease is
	 * on other locks
	 */
	default Optional<Lease> on(String name) {
		return name().equals(name) ? Optional.of(this) : Optional.empty();
	}

	/**
	 * Registers a listener for the loss of this lease. It runs once, on a thread of the
	 * locks and never on the caller's; immediately if the lease is lost already. It does
	 * not run if the lease was closed in time. After a release
	 * {@linkplain ReleaseMode#SENT without waiting} it may run after the close, if only
	 * the store knew of the loss. Its exceptions are logged.
	 * @param listener what to do, such as stopping the work
	 * @return this lease
	 */
	Lease onLost(Runnable listener);

	/**
	 * Closes this lease without reporting a loss. The last lease of a holder releases the
	 * lock, or keeps it until the end of the {@linkplain LockRequest#minHold minimum
	 * hold}. Idempotent; never throws, not even on an interrupted thread. Waits for the
	 * store for at most one command timeout, or {@linkplain ReleaseMode#SENT not at all};
	 * the release is then repeated in the background until the store answers or the lease
	 * has expired.
	 */
	void release();

	/**
	 * Closes this lease as {@link #release()} does, without the minimum hold: for work
	 * that has failed and may be repeated immediately.
	 */
	default void releaseNow() {
		release();
	}

	/**
	 * Closes this lease as {@link #release()} does, and throws if it was lost before. A
	 * loss that only the store knows of is found if the release
	 * {@linkplain ReleaseMode#SENT waits} for the store.
	 * @throws LockLostException if the lease was lost and the loss was not reported yet
	 * by {@link #ensureHeld()}, a listener or an earlier close
	 */
	@Override
	void close();

}
