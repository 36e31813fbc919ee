package io.github.lockstarter.async;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.NonBlockingLease;
import io.github.lockstarter.ReleaseMode;

/**
 * A {@link Lease} that is closed without blocking.
 */
public interface AsyncLease extends NonBlockingLease {

	/**
	 * Registers a listener for the loss of this lease; see {@link Lease#onLost}.
	 * @param listener what to do, such as cancelling the work
	 * @return this lease
	 */
	AsyncLease onLost(Runnable listener);

	/**
	 * Closes this lease as {@link Lease#release()} does.
	 * @return completed when the store has answered, or after one command timeout, when
	 * the release continues in the background; immediately if the {@linkplain ReleaseMode
	 * release mode} does not wait for the store; never fails
	 */
	CompletableFuture<@Nullable Void> release();

	/**
	 * Closes this lease without the minimum hold, as {@link Lease#releaseNow()} does.
	 * @return as for {@link #release()}
	 */
	CompletableFuture<@Nullable Void> releaseNow();

	/**
	 * Closes this lease and reports a loss, as {@link Lease#close()} does.
	 * @return as for {@link #release()}, but fails with {@link LockLostException} if the
	 * lease was lost and the loss was not reported yet
	 */
	CompletableFuture<@Nullable Void> close();

}
