package io.github.lockstarter.core;

import java.time.Duration;

import io.github.lockstarter.LockMode;

/**
 * A lock that a caller of this instance holds, as this instance sees it without asking
 * the store.
 *
 * @param name the full lock name
 * @param fencingToken the fencing token of its holder
 * @param remaining what is left of its lease
 * @param renewed whether the lease is renewed while it is held, and does not end by
 * itself
 * @param mode how it was acquired
 * @param permits how many may hold it at once, as its holder has said; 1 for one alone
 * and for one that reads
 */
public record HeldLock(String name, long fencingToken, Duration remaining, boolean renewed, LockMode mode,
		int permits) {

}
