package io.github.lockstarter.async;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.ReleaseMode;

/**
 * A {@link Lease} that is closed without blocking. Methods without a comment behave as
 * those of {@code Lease}.
 */
public interface AsyncLease {

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

	/**
	 * Returns the same lease for blocking code, such as {@link LockContext#open}. Its
	 * close blocks unless the {@linkplain ReleaseMode release mode} says otherwise.
	 * @return the lease
	 */
	Lease asLease();

}
