package io.github.lockstarter.observer;

import java.time.Duration;

/**
 * Observes the locks of this instance, for logs, metrics and events. For each
 * {@link LockAttempt} it receives {@code waiting}, then exactly one of {@code acquired}
 * and {@code notAcquired}, and after {@code acquired} exactly one of {@code released} and
 * {@code lost}; one event at a time, in that order. Re-entry causes no events: nothing is
 * requested and nothing is released.
 *
 * <p>
 * Events of a blocking caller come on its thread, except for the release of several locks
 * together; those and all others come on a thread of the locks, so a slow observer delays
 * no renewal. Exceptions of an observer are logged and harm nothing. If an observer
 * blocks and that thread is 10,000 events behind, new attempts are not reported until it
 * has caught up.
 */
public interface LockObserver {

	/**
	 * A caller requests a lock. Called on the caller's thread, before the store is asked.
	 * @param attempt the attempt
	 */
	default void waiting(LockAttempt attempt) {
	}

	/**
	 * The lock was acquired.
	 * @param attempt the attempt
	 * @param fencingToken the fencing token
	 * @param waited from the caller's entry to the grant
	 */
	default void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
	}

	/**
	 * The lock was not acquired: it was held for the whole wait, was not available, or
	 * the caller gave up. With several locks this is called for each of them, with the
	 * reason of the one that was refused.
	 * @param attempt the attempt
	 * @param reason why
	 * @param waited from the caller's entry to the answer
	 */
	default void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
	}

	/**
	 * The lock was handed over by its former holder, on another instance or in this JVM,
	 * without a request to the store. Called before {@code acquired}.
	 * @param attempt the attempt
	 * @param fencingToken the fencing token
	 */
	default void handedOver(LockAttempt attempt, long fencingToken) {
	}

	/**
	 * A renewal needed more than one attempt. Called between {@code acquired} and the
	 * end.
	 * @param attempt the attempt of the holder
	 * @param left what was left of the lease when the renewal succeeded
	 */
	default void renewedLate(LockAttempt attempt, Duration left) {
	}

	/**
	 * The lock was lost while its holder worked. Another caller may hold it now.
	 * @param attempt the attempt of the former holder
	 * @param fencingToken the fencing token of the former holder
	 * @param reason why
	 * @param held from the acquisition to the detection of the loss, which may be after
	 * the end of the work
	 */
	default void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
	}

	/**
	 * The last lease of a holder was closed. If the release does not wait for the answer
	 * of the store, this is called when the answer arrives, on a thread of the locks:
	 * until then the lock may turn out to be lost.
	 * @param attempt the attempt of the former holder
	 * @param fencingToken the fencing token of the former holder
	 * @param held from the acquisition to the moment at which the former holder continues
	 */
	default void released(LockAttempt attempt, long fencingToken, Duration held) {
	}

}
