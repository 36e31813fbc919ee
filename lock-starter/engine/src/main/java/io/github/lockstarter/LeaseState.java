package io.github.lockstarter;

import java.time.Duration;

/**
 * What every lease tells about itself, however it is closed. {@link #isHeld()},
 * {@link #remaining()} and {@link #ensureHeld()} do no I/O: they compare this JVM's
 * clocks with a local deadline that lies before the end of the lease in the store. All
 * methods may be called from any thread.
 */
public interface LeaseState {

	/**
	 * Returns the name of the lock.
	 * @return the full name, without the configured key prefix; for a lease on several
	 * locks all names, separated by commas
	 */
	String name();

	/**
	 * Returns the fencing token, which is strictly larger than that of every earlier
	 * holder of this lock. A re-entrant lease has the token of the outer one; all readers
	 * between two writers share one. The token of a {@linkplain LockRequest#permits(int)
	 * permit} identifies its holder but cannot fence, because several holders are valid
	 * at the same time.
	 * @return the token
	 * @throws IllegalStateException for a lease on several locks: use the token of the
	 * lock that guards the written resource, from {@link Lease#on(String)} or
	 * {@link LockContext#current(String)}
	 */
	long fencingToken();

	/**
	 * Returns whether this lease is open and its lock is still held.
	 * @return {@code false} after the close and after a loss
	 */
	boolean isHeld();

	/**
	 * Returns how much of the lease is left, by this JVM's clocks.
	 * @return the time until the local deadline; zero if the lease is closed or lost
	 */
	Duration remaining();

	/**
	 * Checks that the lease is held, before a step that requires the lock.
	 * @throws LockLostException if the lease was lost; closing the lease does not report
	 * the loss a second time
	 * @throws IllegalStateException if the application has closed this lease
	 */
	void ensureHeld();

}
