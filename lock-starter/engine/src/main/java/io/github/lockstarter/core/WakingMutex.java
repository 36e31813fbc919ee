package io.github.lockstarter.core;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A mutex that wakes a waiter only when it is free again: woken earlier, the waiter would
 * run on another processor before the mutex is released, block on it, and be woken twice.
 */
final class WakingMutex extends ReentrantLock {

	private static final long serialVersionUID = 1L;

	private final transient Runnable wake;

	private boolean wakes;

	WakingMutex(Runnable wake) {
		this.wake = wake;
	}

	void wake() {
		this.wakes = true;
	}

	@Override
	public void unlock() {
		boolean due = this.wakes && getHoldCount() == 1;
		if (due) {
			this.wakes = false;
		}
		super.unlock();
		if (due) {
			this.wake.run();
		}
	}

}
