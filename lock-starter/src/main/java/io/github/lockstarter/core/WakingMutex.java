package io.github.lockstarter.core;

import java.util.concurrent.locks.ReentrantLock;

/**
 * A mutex for steps that may wake somebody who takes it next: they are woken when it is
 * free. Woken before, they would be on another processor before the waker is back from
 * waking them, and would have to wait for the mutex, and be woken once more.
 */
final class WakingMutex extends ReentrantLock {

	private static final long serialVersionUID = 1L;

	private final transient Runnable wake;

	private boolean wakes;

	WakingMutex(Runnable wake) {
		this.wake = wake;
	}

	/**
	 * Wakes at the end of this step. For a thread that has the mutex.
	 */
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
