package io.github.lockstarter.reactive;

import java.time.Duration;

import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.ReleaseMode;

/**
 * A {@link Lease} that is closed by subscribing. What is not said here is as there.
 */
public interface ReactiveLease {

	/**
	 * The lock name.
	 * @return the full name
	 */
	default String name() {
		return asLease().name();
	}

	/**
	 * The fencing token.
	 * @return the token
	 * @throws IllegalStateException for a lease on several locks: see {@link Lease#on}
	 */
	default long fencingToken() {
		return asLease().fencingToken();
	}

	/**
	 * Whether this lease is open and its lock still held.
	 * @return {@code false} after the close and after a loss
	 */
	default boolean isHeld() {
		return asLease().isHeld();
	}

	/**
	 * What is left of the lease by this JVM's clocks.
	 * @return the time until the local deadline, zero when the lease is closed or lost
	 */
	default Duration remaining() {
		return asLease().remaining();
	}

	/**
	 * Checks that the lease is held.
	 * @throws LockLostException if the lease is over
	 * @throws IllegalStateException if this lease was closed by the application itself
	 */
	default void ensureHeld() {
		asLease().ensureHeld();
	}

	/**
	 * Registers a listener for the loss of this lease; see {@link Lease#onLost}.
	 * @param listener what to do, such as ending the work
	 * @return this lease
	 */
	ReactiveLease onLost(Runnable listener);

	/**
	 * Gives the lease back, as {@link Lease#release()} does.
	 * @return completed when the store has answered, or after one command timeout, when
	 * the release goes on in the background; at once where nobody {@linkplain ReleaseMode
	 * waits} for the store; never fails
	 */
	Mono<Void> release();

	/**
	 * Gives the lease back without the minimum hold, as {@link Lease#releaseNow()} does.
	 * @return as for {@link #release()}
	 */
	Mono<Void> releaseNow();

	/**
	 * Gives the lease back, and says so if it was lost before.
	 * @return as for {@link #release()}, but fails with {@link LockLostException} if the
	 * lease was lost and nobody was told yet
	 */
	Mono<Void> close();

	/**
	 * The same lease for code that takes the blocking kind, such as
	 * {@link LockContext#open}. To close it waits for the store, where anybody does.
	 * @return the lease
	 */
	Lease asLease();

}
