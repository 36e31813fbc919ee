package io.github.lockstarter.core;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.ReleaseMode;

/**
 * A lease that can be closed without blocking, and that remembers whether its loss was
 * reported.
 */
public sealed interface EngineLease extends Lease permits SingleLease, MultiLease {

	/**
	 * Closes the lease without blocking. Idempotent: only the first close reports a loss.
	 * @param work how the work under it ended
	 * @return the loss of the lease, if it was lost. Completed when the store has
	 * answered, or after one command timeout, when the release continues in the
	 * background; at once with {@link ReleaseMode#SENT}. Never fails. Completed on a
	 * thread of the engine or the store, which must not run code of the application
	 */
	CompletionStage<Optional<LockLostException>> end(WorkEnd work);

	/**
	 * Closes the lease, but defers the release until the work that the calling thread has
	 * open, such as a transaction, has ended. Does nothing if no release would follow:
	 * the lease is closed, lost, or not the last one; or if nothing is open.
	 * @param work how the work under it ended
	 */
	void closeLater(WorkEnd work);

	/**
	 * Closes the lease as {@link #release()} does.
	 * @param work how the work under it ended
	 * @throws LockLostException if the lease was lost, even if the loss was reported
	 * before
	 */
	void closeOrThrow(WorkEnd work);

	/**
	 * Whether the user of this lease knows of its loss, from {@link #ensureHeld()} or a
	 * listener.
	 * @return whether the loss was reported
	 */
	boolean isToldOfLoss();

}
