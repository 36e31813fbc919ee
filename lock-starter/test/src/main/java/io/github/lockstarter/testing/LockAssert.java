package io.github.lockstarter.testing;

import org.assertj.core.api.AbstractAssert;

import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockOperations;

/**
 * Assertions about the current state of one lock in the store. A lock that a minimum hold
 * keeps is held. Only the first {@value LockInfo#MOST_HOLDERS} holders are examined.
 * Callers of one application that wait for the same lock are one waiter in the store.
 */
public final class LockAssert extends AbstractAssert<LockAssert, LockOperations> {

	private final String name;

	LockAssert(LockOperations locks, String name) {
		super(locks, LockAssert.class);
		this.name = name;
		as("lock '%s'", name);
	}

	public LockAssert isFree() {
		this.actual.describe(this.name).ifPresent((info) -> failWithMessage("Expected to be free, but is %s", info));
		return this;
	}

	public LockAssert isHeld() {
		info();
		return this;
	}

	public LockAssert isHeldWithToken(long fencingToken) {
		LockInfo info = info();
		if (info.holders().stream().noneMatch((holder) -> holder.fencingToken() == fencingToken)) {
			failWithMessage("Expected to be held with token %d, but is %s", fencingToken, info);
		}
		return this;
	}

	public LockAssert hasHolders(int holders) {
		LockInfo info = info();
		if (info.holderCount() != holders) {
			failWithMessage("Expected %d holders, but is %s", holders, info);
		}
		return this;
	}

	public LockAssert isHeldForReading() {
		LockInfo info = info();
		if (info.mode() != LockMode.READ) {
			failWithMessage("Expected to be held for reading, but is %s", info);
		}
		return this;
	}

	public LockAssert hasWaiters(int waiters) {
		LockInfo info = info();
		if (info.waiters() != waiters) {
			failWithMessage("Expected %d waiters, but is %s", waiters, info);
		}
		return this;
	}

	private LockInfo info() {
		return this.actual.describe(this.name).orElseThrow(() -> failure("Expected to be held, but is free"));
	}

}
