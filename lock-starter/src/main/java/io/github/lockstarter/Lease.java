package io.github.lockstarter;

import java.time.Duration;
import java.util.Optional;

/**
 * The right to work under a lock, until it is closed or its time is over. All methods may
 * be called from any thread. {@link #isHeld()}, {@link #remaining()} and
 * {@link #ensureHeld()} do no I/O: they compare this JVM's clocks with a local deadline
 * that lies before the end of the lease in the store.
 *
 * <p>
 * Once a lease is lost it stays lost. A lease is not a promise about the past: between
 * {@link #ensureHeld()} and the next write the process may pause for longer than the
 * lease. Only a resource that refuses smaller {@linkplain #fencingToken() fencing tokens}
 * is safe from that.
 */
public interface Lease extends AutoCloseable {

	/**
	 * The lock name.
	 * @return the full name, without the configured key prefix; of a lease on several
	 * locks all names, joined by a comma
	 */
	String name();

	/**
	 * The fencing token: strictly larger than that of every earlier holder of this lock.
	 * A re-entrant lease has the token of the outer one, and readers between two writers
	 * have one together. The token of a {@linkplain LockRequest#permits(int) permit} says
	 * who has it and cannot fence: several are right at the same time.
	 * @return the token
	 * @throws IllegalStateException for a lease on several locks: ask the one of the
	 * resource that is written, with {@link #on(String)} or
	 * {@link LockContext#current(String)}
	 */
	long fencingToken();

	/**
	 * This lease, or its part, on one lock. A lease on several locks (see
	 * {@link LockRequest#ofAll}) is one in all but its fencing tokens: each of its locks
	 * has its own.
	 * @param name the full lock name
	 * @return the lease on that lock, to be read and not to be closed, or empty if it is
	 * on others
	 */
	default Optional<Lease> on(String name) {
		return name().equals(name) ? Optional.of(this) : Optional.empty();
	}

	/**
	 * Whether this lease is open and its lock still held.
	 * @return {@code false} after the close and after a loss
	 */
	boolean isHeld();

	/**
	 * What is left of the lease by this JVM's clocks.
	 * @return the time until the local deadline, zero when the lease is closed or lost
	 */
	Duration remaining();

	/**
	 * Checks that the lease is held, for use before a step that must not be taken
	 * without.
	 * @throws LockLostException if the lease is over; this tells the caller, so that
	 * {@link #close()} does not tell again
	 * @throws IllegalStateException if this lease was closed by the application itself
	 */
	void ensureHeld();

	/**
	 * Registers a listener for the loss of this lease. It runs once, on a thread of the
	 * lock and never on the caller's; when the lease is lost already, at once. It is not
	 * run for a lease that was closed in time; where the lock was to be given back
	 * {@linkplain ReleaseMode#SENT without waiting}, it may be run after the close, which
	 * did not know of the loss yet. What it throws is logged.
	 * @param listener what to do, such as stopping the work
	 * @return this lease
	 */
	Lease onLost(Runnable listener);

	/**
	 * Gives the lease back; the last one of its holder releases the lock, or leaves it
	 * taken until the end of a {@linkplain LockRequest#minHold minimum hold}, or of a
	 * transaction that the calling thread has open. Idempotent; never throws, also on an
	 * interrupted thread. Waits one command timeout at most for the store to answer, or
	 * {@linkplain ReleaseMode#SENT not at all}, and then goes on in the background, where
	 * it is repeated until it is answered or the lease is over.
	 */
	void release();

	/**
	 * As {@link #release()}, without the minimum hold: the work has failed and may be
	 * repeated at once.
	 */
	default void releaseNow() {
		release();
	}

	/**
	 * Gives the lease back like {@link #release()}, and says so if it was lost before:
	 * what this JVM knows of and, unless nobody {@linkplain ReleaseMode#SENT waits} for
	 * its answer, what the store knows of.
	 * @throws LockLostException if the lease was lost and nobody was told yet: not by
	 * {@link #ensureHeld()}, a listener or an earlier close
	 */
	@Override
	void close();

}
