package io.github.lockstarter.observer;

import java.time.Duration;

/**
 * Watches what happens to the locks of this instance, for logs, metrics and events. What
 * happens to a caller is told on the caller's thread, a loss and a late renewal on a
 * lock-owned one, so that a slow observer delays nobody's renewal. What an observer
 * throws is logged and harms nothing.
 */
public interface LockObserver {

	/**
	 * A lock was acquired. Re-entry is not told.
	 * @param name the lock name
	 * @param fencingToken the fencing token
	 * @param waited from the caller's entry to the grant
	 */
	default void acquired(String name, long fencingToken, Duration waited) {
	}

	/**
	 * A lock was not acquired: held by another for the whole wait, not available, or the
	 * wait was interrupted.
	 * @param name the lock name
	 * @param reason why
	 * @param waited from the caller's entry to the answer
	 */
	default void notAcquired(String name, Refusal reason, Duration waited) {
	}

	/**
	 * A lock was handed over to a waiter of this instance by its former holder, on
	 * another server or in this JVM; it is told as acquired too.
	 * @param name the lock name
	 * @param fencingToken the fencing token
	 */
	default void handedOver(String name, long fencingToken) {
	}

	/**
	 * A renewal needed more than one attempt.
	 * @param name the lock name
	 * @param left what was left of the lease when it succeeded
	 */
	default void renewedLate(String name, Duration left) {
	}

	/**
	 * A lease was lost.
	 * @param name the lock name
	 * @param reason why, in words
	 */
	default void lost(String name, String reason) {
	}

	/**
	 * A lock was released by its last lease.
	 * @param name the lock name
	 * @param held from the acquisition to the release
	 */
	default void released(String name, Duration held) {
	}

}
