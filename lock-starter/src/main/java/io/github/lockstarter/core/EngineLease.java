package io.github.lockstarter.core;

import java.util.Optional;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.ReleaseMode;

/**
 * A lease as the faces of the engine see it: it can be closed without blocking, and it
 * tells whether it was lost.
 */
public sealed interface EngineLease extends Lease permits SingleLease, MultiLease {

	/**
	 * Closes the lease without blocking. Idempotent: only the first close tells the loss.
	 * @param work how the work under it ended
	 * @return the loss of the lease, if it was lost, once the store has answered or one
	 * command timeout is over, when the release goes on in the background; at once where
	 * nobody {@linkplain ReleaseMode#SENT waits} for the store. Never fails; completed on
	 * a thread of the engine or the store, where no code of the application may run
	 */
	CompletionStage<Optional<LockLostException>> end(WorkEnd work);

	/**
	 * Closes the lease, but leaves the release to the end of what the calling thread has
	 * open, such as a transaction, where a release awaits that. Does nothing where the
	 * lease would not release the lock: it is closed, lost, or not the last one.
	 * @param work how the work under it ended
	 */
	void closeLater(WorkEnd work);

	/**
	 * Closes the lease as {@link #release()} does.
	 * @param work how the work under it ended
	 * @throws LockLostException if it was lost, told or not
	 */
	void closeOrThrow(WorkEnd work);

	/**
	 * Whether the user of this lease knows of its loss: by {@link #ensureHeld()} or a
	 * listener.
	 * @return whether the loss was told
	 */
	boolean isToldOfLoss();

}
