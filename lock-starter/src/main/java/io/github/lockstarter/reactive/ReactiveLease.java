package io.github.lockstarter.reactive;

import java.time.Duration;

import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.ReleaseMode;

/**
 * A {@link Lease} that is closed by a subscription. Methods without a comment behave as
 * those of {@code Lease}.
 */
public interface ReactiveLease {

	default String name() {
		return asLease().name();
	}

	default long fencingToken() {
		return asLease().fencingToken();
	}

	default boolean isHeld() {
		return asLease().isHeld();
	}

	default Duration remaining() {
		return asLease().remaining();
	}

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
	 * Closes this lease as {@link Lease#release()} does.
	 * @return completed when the store has answered, or after one command timeout, when
	 * the release continues in the background; immediately if the {@linkplain ReleaseMode
	 * release mode} does not wait for the store; never fails
	 */
	Mono<Void> release();

	/**
	 * Closes this lease without the minimum hold, as {@link Lease#releaseNow()} does.
	 * @return as for {@link #release()}
	 */
	Mono<Void> releaseNow();

	/**
	 * Closes this lease and reports a loss, as {@link Lease#close()} does.
	 * @return as for {@link #release()}, but fails with {@link LockLostException} if the
	 * lease was lost and the loss was not reported yet
	 */
	Mono<Void> close();

	/**
	 * Returns the same lease for blocking code, such as {@link LockContext#open}. Its
	 * close blocks unless the {@linkplain ReleaseMode release mode} says otherwise.
	 * @return the lease
	 */
	Lease asLease();

}
