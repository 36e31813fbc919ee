package io.github.lockstarter.core;

import java.time.Duration;

import io.github.lockstarter.LockMode;

/**
 * A lock that a caller of this instance holds, as this instance knows it without asking
 * the store.
 *
 * @param name the full lock name
 * @param fencingToken the fencing token of its holder
 * @param remaining the rest of its lease
 * @param renewed whether the lease is renewed while the lock is held; otherwise it
 * expires by itself
 * @param mode how the lock was acquired
 * @param permits how many callers may hold the lock at once, according to its holder; 1
 * for an exclusive lock and for a reader
 */
public record HeldLock(String name, long fencingToken, Duration remaining, boolean renewed, LockMode mode,
		int permits) {

}
