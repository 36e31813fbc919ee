package io.github.lockstarter.core;

import java.util.function.DoubleSupplier;

/**
 * When a waiter asks the store again.
 */
final class PollSchedule {

	// 30 % either way, so that waiters that began together part.
	private static final double SPREAD = 0.3;

	private final LockStore store;

	private final long intervalNanos;

	private final DoubleSupplier random;

	private final BackOff blind;

	PollSchedule(LockStore store, LockSettings settings, DoubleSupplier random) {
		this.store = store;
		this.intervalNanos = settings.pollMillis() * 1_000_000;
		this.random = random;
		// Without messages the poll is all there is: soon at first, never a storm.
		this.blind = new BackOff(50, 500, random);
	}

	/**
	 * The pause after an answer: the poll interval, or until the holder's lease ends if
	 * nobody is before the waiter; less where no message can reach this instance.
	 * @param name the lock name
	 * @param grant the answer
	 * @param asked how often the waiter has asked
	 */
	long pauseNanos(String name, Grant grant, int asked) {
		if (!this.store.isPushAvailable(name)) {
			return Math.min(this.intervalNanos, this.blind.nanos(asked - 1));
		}
		long poll = (long) (this.intervalNanos * (1 - SPREAD + 2 * SPREAD * this.random.getAsDouble()));
		long leaseEnd = (grant.leaseMillis() + 1) * 1_000_000;
		return (grant.queue() <= 1) ? Math.min(poll, leaseEnd) : poll;
	}

}
