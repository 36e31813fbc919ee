package io.github.lockstarter.core;

import java.time.Duration;

/**
 * What one holder holds.
 *
 * @param name the lock name
 * @param ownership what the store gave; it may be older than this holder
 * @param begin since when the holder has it, on the monotonic clock
 */
record LockIdentity(String name, Ownership ownership, long begin) {

	String id() {
		return this.ownership.id();
	}

	long token() {
		return this.ownership.token();
	}

	Duration heldSince(long now) {
		return Duration.ofNanos(now - this.begin);
	}

}
