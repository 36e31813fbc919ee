package io.github.lockstarter.core;

import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.LockClock;

/**
 * Drives an {@link Entry} with the caller's own thread. The thread itself watches the
 * time, so that waiting needs no timer; answers and messages wake it. Works for platform
 * and virtual threads alike.
 */
final class BlockingDriver {

	private final LockClock clock;

	private final Thread thread = Thread.currentThread();

	private final Entry entry;

	BlockingDriver(LockClock clock, Function<Runnable, Entry> entry) {
		this.clock = clock;
		// who may wake it later must not keep its lease alive
		Thread caller = this.thread;
		this.entry = entry.apply(() -> LockSupport.unpark(caller));
	}

	/**
	 * Waits until it is over. The interrupt flag of the thread is left as it is.
	 */
	Entry await() {
		boolean interrupted = Thread.interrupted();
		try {
			while (!this.entry.advance(interrupted ? Refusal.CANCELLED : null)) {
				long pause = this.entry.nextTimer() - this.clock.nanoTime();
				if (pause > 0) {
					LockSupport.parkNanos(this, pause);
				}
				interrupted = Thread.interrupted() || interrupted;
			}
			return this.entry;
		}
		finally {
			if (interrupted) {
				this.thread.interrupt();
			}
		}
	}

}
