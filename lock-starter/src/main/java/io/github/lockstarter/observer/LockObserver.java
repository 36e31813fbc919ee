package io.github.lockstarter.observer;

import java.time.Duration;

/**
 * Watches what happens to the locks of this instance, for logs, metrics and events. About
 * one {@link LockAttempt} it is told {@code waiting}, then exactly one of
 * {@code acquired} and {@code notAcquired}, and after {@code acquired} exactly one of
 * {@code released} and {@code lost}; one event at a time, in that order. Re-entry is not
 * told: nothing is asked for and nothing given back.
 *
 * <p>
 * What happens to a caller that blocks is told on its thread, but for the release of
 * several locks at once; that and everything else is told on a thread of the locks, so
 * that a slow observer delays nobody's renewal. What an observer throws is logged and
 * harms nothing. Where that thread is 10,000 events behind, because an observer blocks,
 * new attempts are not told at all until it has caught up.
 */
public interface LockObserver {

	/**
	 * A caller asks for a lock. Told on the caller's thread, before the store is asked.
	 * @param attempt the caller's wish
	 */
	default void waiting(LockAttempt attempt) {
	}

	/**
	 * The lock was acquired.
	 * @param attempt the caller's wish
	 * @param fencingToken the fencing token
	 * @param waited from the caller's entry to the grant
	 */
	default void acquired(LockAttempt attempt, long fencingToken, Duration waited) {
	}

	/**
	 * The lock was not acquired: held by another for the whole wait, not available, or
	 * the caller gave up. With several locks it is told of each of them, with the reason
	 * of the one that was refused.
	 * @param attempt the caller's wish
	 * @param reason why
	 * @param waited from the caller's entry to the answer
	 */
	default void notAcquired(LockAttempt attempt, Refusal reason, Duration waited) {
	}

	/**
	 * The lock comes from its former holder, on another server or in this JVM, and not
	 * from the store on request. Told before {@code acquired}.
	 * @param attempt the caller's wish
	 * @param fencingToken the fencing token
	 */
	default void handedOver(LockAttempt attempt, long fencingToken) {
	}

	/**
	 * A renewal needed more than one attempt. Told between {@code acquired} and the end.
	 * @param attempt the wish of the holder
	 * @param left what was left of the lease when it succeeded
	 */
	default void renewedLate(LockAttempt attempt, Duration left) {
	}

	/**
	 * The lock was lost while its holder worked. Another may hold it now.
	 * @param attempt the wish of the former holder
	 * @param fencingToken the fencing token of the former holder
	 * @param reason why
	 * @param held from the acquisition to the moment at which the loss was seen, which
	 * may be after the end of the work
	 */
	default void lost(LockAttempt attempt, long fencingToken, LossReason reason, Duration held) {
	}

	/**
	 * The lock was given back by its last lease. Where nobody waits for the answer of the
	 * store it is told when that is there, on a thread of the locks: until then the lock
	 * may turn out to be lost.
	 * @param attempt the wish of the former holder
	 * @param fencingToken the fencing token of the former holder
	 * @param held from the acquisition to the moment at which the former holder goes on
	 */
	default void released(LockAttempt attempt, long fencingToken, Duration held) {
	}

}
