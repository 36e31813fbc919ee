package io.github.lockstarter.core;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply;

/**
 * Decides when a waiter polls the store: the more callers of this instance ask, and the
 * more waiters are ahead in the queue, the less often.
 */
final class PollSchedule {

	// 30 % either way, so that waiters that began together drift apart.
	private static final double SPREAD = 0.3;

	private static final long SHARE_NANOS = Millis.toNanos(1);

	private static final int LONGEST_INTERVALS = 15;

	private final LockStore store;

	private final long intervalNanos;

	private final DoubleSupplier random;

	private final BackOff blind;

	private final BackOff next;

	private final long handOffMillis;

	private final AtomicInteger crowd = new AtomicInteger();

	PollSchedule(LockStore store, LockSettings settings, DoubleSupplier random) {
		this.store = store;
		this.intervalNanos = Millis.toNanos(settings.pollMillis());
		this.random = random;
		// Without notifications only polls find a free lock: short pauses first, but
		// never a storm.
		this.blind = new BackOff(50, 500, random);
		// The lock may be kept for the next waiter, and is idle until that one polls: its
		// pauses start at the length of a short hold and grow with the time it has
		// waited.
		this.next = new BackOff(4, 500, random);
		this.handOffMillis = settings.handOffLease().toMillis();
	}

	void enter() {
		this.crowd.incrementAndGet();
	}

	void leave() {
		this.crowd.decrementAndGet();
	}

	boolean isCrowded() {
		return intervalNanos() > this.intervalNanos;
	}

	long intervalNanos() {
		return intervalNanos(0);
	}

	// place: from the last answer
	long intervalNanos(long place) {
		long turn = Math.min(Math.max(this.crowd.get(), place) * SHARE_NANOS, LONGEST_INTERVALS * this.intervalNanos);
		return Math.max(this.intervalNanos, turn);
	}

	long pauseNanos(String name, StoreReply reply, int asked, long leaseMillis, long intervalNanos) {
		if (!this.store.isPushAvailable(name)) {
			return Math.min(blindNanos(reply.queue() == 1, asked), keptNanos(leaseMillis) / 2);
		}
		long poll = spread(intervalNanos);
		long leaseEnd = Millis.toNanos(reply.leaseMillis() + 1);
		return (reply.queue() <= 1) ? Math.min(poll, leaseEnd) : poll;
	}

	long spread(long nanos) {
		return (long) (nanos * (1 - SPREAD + 2 * SPREAD * this.random.getAsDouble()));
	}

	// In the first half of the time, so that the answer comes before its end.
	long whileKeptNanos(long leaseMillis) {
		return (long) (this.random.getAsDouble() * keptNanos(leaseMillis) / 2);
	}

	private long blindNanos(boolean isNext, int asked) {
		long pause = (isNext && asked > 1) ? this.next.nanos(asked - 2) : this.blind.nanos(asked - 1);
		return Math.min(pause, this.intervalNanos);
	}

	// The lock is kept that long for a waiter that received no notification.
	private long keptNanos(long leaseMillis) {
		return Millis.toNanos(Math.min(leaseMillis, this.handOffMillis));
	}

}
