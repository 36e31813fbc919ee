package io.github.lockstarter.core;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.DoubleSupplier;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply;

/**
 * When a waiter asks the store again. The more callers of this instance wait, or ask for
 * the first time, the less often each of them asks, so that all together ask so many
 * times a second, and not more. The more wait before it, in whatever instance, the less
 * often it asks, too.
 */
final class PollSchedule {

	// 30 % either way, so that waiters that began together part.
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
		// Without messages the poll is all there is: soon at first, never a storm.
		this.blind = new BackOff(50, 500, random);
		// Whoever is next may be kept the lock for, and nobody works until it asks: its
		// pauses begin where a short hold is over and grow with the time it has waited.
		this.next = new BackOff(4, 500, random);
		this.handOffMillis = settings.handOffLease().toMillis();
	}

	/**
	 * A caller that may wait begins to ask.
	 */
	void enter() {
		this.crowd.incrementAndGet();
	}

	/**
	 * It asks no more.
	 */
	void leave() {
		this.crowd.decrementAndGet();
	}

	/**
	 * Whether so many ask that each does less often than at the poll interval.
	 */
	boolean isCrowded() {
		return intervalNanos() > this.intervalNanos;
	}

	/**
	 * The time between two questions of a waiter of which nothing is known.
	 */
	long intervalNanos() {
		return intervalNanos(0);
	}

	/**
	 * The time between two questions of a waiter: never less than the poll interval.
	 * @param place its place in the queue, as the last answer said: who is far from the
	 * head asks less often, so that all instances together do not ask without a limit
	 */
	long intervalNanos(long place) {
		long turn = Math.min(Math.max(this.crowd.get(), place) * SHARE_NANOS, LONGEST_INTERVALS * this.intervalNanos);
		return Math.max(this.intervalNanos, turn);
	}

	/**
	 * The pause after an answer: the poll interval, or until the holder's lease ends if
	 * nobody is before the waiter; less where no message can reach this instance, and
	 * there least for the one that is next and has asked before.
	 * @param name the lock name
	 * @param reply the answer
	 * @param asked how often the waiter has asked
	 * @param leaseMillis the length of the lease it asks for
	 * @param intervalNanos the poll interval, or more where many wait
	 */
	long pauseNanos(String name, StoreReply reply, int asked, long leaseMillis, long intervalNanos) {
		if (!this.store.isPushAvailable(name)) {
			return Math.min(blindNanos(reply.queue() == 1, asked), keptNanos(leaseMillis) / 2);
		}
		long poll = spread(intervalNanos);
		long leaseEnd = Millis.toNanos(reply.leaseMillis() + 1);
		return (reply.queue() <= 1) ? Math.min(poll, leaseEnd) : poll;
	}

	/**
	 * Makes a pause of many longer or shorter.
	 */
	long spread(long nanos) {
		return (long) (nanos * (1 - SPREAD + 2 * SPREAD * this.random.getAsDouble()));
	}

	/**
	 * A moment of the time in which a lock is kept for a waiter whose message was lost:
	 * in its first half, so that the answer comes before its end.
	 */
	long whileKeptNanos(long leaseMillis) {
		return (long) (this.random.getAsDouble() * keptNanos(leaseMillis) / 2);
	}

	private long blindNanos(boolean isNext, int asked) {
		long pause = (isNext && asked > 1) ? this.next.nanos(asked - 2) : this.blind.nanos(asked - 1);
		return Math.min(pause, this.intervalNanos);
	}

	/**
	 * For how long the lock is kept for a waiter that was not told: it has to ask within
	 * that time.
	 */
	private long keptNanos(long leaseMillis) {
		return Millis.toNanos(Math.min(leaseMillis, this.handOffMillis));
	}

}
