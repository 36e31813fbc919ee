package io.github.lockstarter.core;

import java.time.Duration;

/**
 * A lock that a caller of this instance holds, as this instance sees it without asking
 * the store.
 *
 * @param name the full lock name
 * @param fencingToken the fencing token of its holder
 * @param remaining what is left of its lease
 * @param renewed whether the lease is renewed while it is held, and does not end by
 * itself
 */
public record HeldLock(String name, long fencingToken, Duration remaining, boolean renewed) {

}
