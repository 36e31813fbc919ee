package io.github.lockstarter.core;

import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;

/**
 * The attempts of this instance that may own something in the store: from before their
 * first request until they have failed or their hold has ended.
 */
final class LiveAttempts {

	private static final int MISSED_IN_A_ROW = 3;

	private final LockStore store;

	private final LockClock clock;

	private final BackgroundCommands background;

	private final long silenceNanos;

	private final AtomicLong counter = new AtomicLong();

	private final ConcurrentMap<String, Waiter> live = new ConcurrentHashMap<>();

	private final AtomicInteger missed = new AtomicInteger();

	// When the last notification came.
	private volatile long heardNanos;

	private volatile String clientId;

	LiveAttempts(LockStore store, LockClock clock, BackgroundCommands background, long silenceNanos) {
		this.store = store;
		this.clock = clock;
		this.background = background;
		this.silenceNanos = silenceNanos;
		this.heardNanos = clock.nanoTime();
		this.clientId = store.clientId();
	}

	// A restarted store gives this instance a new identity; attempts of the old one are
	// left to expire.
	void begin() {
		String client = this.store.clientId();
		if (!client.equals(this.clientId)) {
			this.clientId = client;
			this.live.clear();
		}
	}

	boolean isOurs(String id) {
		return AttemptId.isOf(id, this.clientId);
	}

	// Registered by the attempt itself, when it is complete.
	String next() {
		return AttemptId.of(this.clientId, this.counter.incrementAndGet());
	}

	void register(String id, Waiter waiter) {
		this.live.put(id, waiter);
	}

	void unregister(String id) {
		this.live.remove(id);
	}

	@Nullable Waiter find(String id) {
		return this.live.get(id);
	}

	void abandonAll(Refusal reason) {
		this.live.values().forEach((waiter) -> LifecycleSteps.run(() -> waiter.abandon(reason)));
	}

	void giveBack(String name, String id, long leaseMillis) {
		if (!isOurs(id)) {
			return; // from before a stop: the lease expires by itself
		}
		this.background.untilAnswered(() -> this.store.cancel(name, id, 0, LockStore.NO_LIMIT), leaseMillis);
	}

	void discard(String name, String id, long leaseMillis) {
		unregister(id);
		giveBack(name, id, leaseMillis);
	}

	void onHandOff(PushMessage message) {
		Moment arrival = this.clock.now();
		// also for an attempt that is unknown here: its waiter may have the lock already,
		// by an answer
		received(arrival.nanos());
		Waiter waiter = find(message.id());
		boolean known = waiter != null && waiter.onHandOff(message, arrival);
		if (!known && message.kind() == PushMessage.Kind.GRANT && isOurs(message.id())) {
			this.background.untilAnswered(() -> this.store.giveBack(message), message.millis());
		}
	}

	void onSubscribed() {
		received(this.clock.nanoTime());
		this.live.values().forEach(Waiter::askNow);
	}

	// What was missed before says nothing about a subscription that works now.
	private void received(long now) {
		this.heardNanos = now;
		if (this.missed.get() != 0) {
			this.missed.set(0);
		}
	}

	// A single missed notification proves nothing: it may be late, or the lease expired
	// and nothing was sent. Only a series counts.
	void missed(String name, long now) {
		if (this.store.isPushAvailable(name) && this.missed.incrementAndGet() >= MISSED_IN_A_ROW
				&& now - this.heardNanos >= this.silenceNanos) {
			this.missed.set(0);
			this.heardNanos = now; // the new subscription gets its time, too
			this.store.resubscribe(name);
		}
	}

	/**
	 * An attempt that waits for the store, under one id after the other.
	 */
	interface Waiter {

		// Returns whether the notification is for this waiter.
		boolean onHandOff(PushMessage message, Moment arrival);

		// Notifications may have been lost.
		void askNow();

		void abandon(Refusal reason);

	}

}
