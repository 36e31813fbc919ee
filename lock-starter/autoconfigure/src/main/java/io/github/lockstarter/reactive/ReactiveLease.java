package io.github.lockstarter.reactive;

import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.NonBlockingLease;
import io.github.lockstarter.ReleaseMode;

/**
 * A {@link Lease} that is closed by a subscription.
 */
public interface ReactiveLease extends NonBlockingLease {

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

}
