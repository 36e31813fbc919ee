package io.github.lockstarter.core;

import java.util.concurrent.atomic.AtomicInteger;

/**
 * Notices when grants are found by polling instead of arriving as messages, and has the
 * subscription renewed. Where leases run out, because holders crash or overstay, nobody
 * is there to send a message: silence counts only if it lasts.
 */
final class PushHealth {

	private static final int MISSED_IN_A_ROW = 3;

	private final AtomicInteger missed = new AtomicInteger();

	private final LockStore store;

	private final LockClock clock;

	private final long silenceNanos;

	private volatile long heard;

	/**
	 * Creates the health of a subscription that begins.
	 * @param store has the subscription
	 * @param clock tells how long nothing was heard
	 * @param silenceNanos how long a good subscription may be silent while locks are
	 * granted
	 */
	PushHealth(LockStore store, LockClock clock, long silenceNanos) {
		this.store = store;
		this.clock = clock;
		this.silenceNanos = silenceNanos;
		this.heard = clock.nanoTime();
	}

	/**
	 * A waiter was sent a message.
	 */
	void received() {
		this.heard = this.clock.nanoTime();
		if (this.missed.get() != 0) {
			this.missed.set(0);
		}
	}

	/**
	 * A waiter found by asking that the lock is its own.
	 */
	void missed() {
		if (this.store.isPushAvailable() && this.missed.incrementAndGet() >= MISSED_IN_A_ROW
				&& this.clock.nanoTime() - this.heard >= this.silenceNanos) {
			this.missed.set(0);
			this.store.resubscribe();
		}
	}

}
