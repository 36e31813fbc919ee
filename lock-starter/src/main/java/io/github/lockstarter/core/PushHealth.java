package io.github.lockstarter.core;

import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.store.LockStore;

/**
 * Notices when grants are found by polling instead of arriving as messages, and has the
 * subscription renewed. One may be late, and a lease may have run out, because its holder
 * has crashed or overstayed, without anybody there to send a message: silence counts only
 * if it lasts.
 */
final class PushHealth {

	private static final int MISSED_IN_A_ROW = 3;

	private final AtomicInteger missed = new AtomicInteger();

	private final LockStore store;

	private final long silenceNanos;

	private volatile long heard;

	/**
	 * Creates the health of a subscription that begins.
	 * @param store has the subscription
	 * @param now the time, on the monotonic clock
	 * @param silenceNanos how long a good subscription may be silent while locks are
	 * granted
	 */
	PushHealth(LockStore store, long now, long silenceNanos) {
		this.store = store;
		this.silenceNanos = silenceNanos;
		this.heard = now;
	}

	/**
	 * A message has come, or the subscription stands anew: what was missed before says
	 * nothing about it.
	 */
	void received(long now) {
		this.heard = now;
		if (this.missed.get() != 0) {
			this.missed.set(0);
		}
	}

	/**
	 * A waiter found by asking that a holder has given it the lock.
	 */
	void missed(String name, long now) {
		if (this.store.isPushAvailable(name) && this.missed.incrementAndGet() >= MISSED_IN_A_ROW
				&& now - this.heard >= this.silenceNanos) {
			this.missed.set(0);
			this.heard = now; // the new subscription has its time, too
			this.store.resubscribe(name);
		}
	}

}
