package io.github.lockstarter.testing;

import org.assertj.core.api.AbstractAssert;

import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockOperations;

/**
 * Assertions about one lock, as the store sees it when each of them is made.
 */
public final class LockAssert extends AbstractAssert<LockAssert, LockOperations> {

	private final String name;

	LockAssert(LockOperations locks, String name) {
		super(locks, LockAssert.class);
		this.name = name;
		as("lock '%s'", name);
	}

	/**
	 * Nobody holds the lock, and no minimum hold keeps it.
	 * @return this
	 */
	public LockAssert isFree() {
		this.actual.describe(this.name).ifPresent((info) -> failWithMessage("Expected to be free, but is %s", info));
		return this;
	}

	/**
	 * Somebody holds the lock, or a minimum hold keeps it.
	 * @return this
	 */
	public LockAssert isHeld() {
		info();
		return this;
	}

	/**
	 * The lock is held by the holder with that fencing token, or it is one of those who
	 * share it, of whom the first {@value LockInfo#MOST_HOLDERS} are looked at.
	 * @param fencingToken the token
	 * @return this
	 */
	public LockAssert isHeldWithToken(long fencingToken) {
		LockInfo info = info();
		if (info.holders().stream().noneMatch((holder) -> holder.fencingToken() == fencingToken)) {
			failWithMessage("Expected to be held with token %d, but is %s", fencingToken, info);
		}
		return this;
	}

	/**
	 * So many hold the lock: one alone, or those who read, or who have permits.
	 * @param holders the number
	 * @return this
	 */
	public LockAssert hasHolders(int holders) {
		LockInfo info = info();
		if (info.holderCount() != holders) {
			failWithMessage("Expected %d holders, but is %s", holders, info);
		}
		return this;
	}

	/**
	 * Readers hold the lock.
	 * @return this
	 */
	public LockAssert isHeldForReading() {
		LockInfo info = info();
		if (info.mode() != LockMode.READ) {
			failWithMessage("Expected to be held for reading, but is %s", info);
		}
		return this;
	}

	/**
	 * So many requests wait for the lock in the store. Callers of one application that
	 * wait for the same lock are one request there.
	 * @param waiters the number
	 * @return this
	 */
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
