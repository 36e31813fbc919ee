package io.github.lockstarter.core;

import java.util.function.Function;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.LockClock;

/**
 * Drives an {@link Entry} with the caller's own thread, platform or virtual: the thread
 * waits without a timer, and answers and notifications wake it.
 */
final class BlockingDriver {

	private final LockClock clock;

	private final Thread thread = Thread.currentThread();

	private final LockRuntime.Waiter waiter;

	private final Entry entry;

	BlockingDriver(LockRuntime runtime, Function<Runnable, Entry> entry) {
		this.clock = runtime.clock();
		this.waiter = runtime.waiter();
		// the waiter, not this driver: a late wake-up must not keep the lease reachable
		this.entry = entry.apply(this.waiter::unpark);
	}

	Entry await() {
		boolean interrupted = Thread.interrupted();
		try {
			while (!this.entry.advance(interrupted ? Refusal.CANCELLED : null)) {
				long pause = this.entry.nextTimerNanos() - this.clock.nanoTime();
				if (pause > 0) {
					this.waiter.park(this, pause);
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
