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
 * first question until they have failed or their hold has ended. A message for an attempt
 * that is not here is for nobody, and a lock that was given to nobody is given back.
 *
 * <p>
 * It notices when grants are found by polling instead of arriving as messages, and has
 * the subscription renewed. One may be late, and a lease may have run out, because its
 * holder has crashed or overstayed, without anybody there to send a message: silence
 * counts only if it lasts.
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

	// When the last message came.
	private volatile long heard;

	private volatile String clientId;

	/**
	 * Creates the attempts of an instance, which has none.
	 * @param store what they ask, which has the subscription
	 * @param clock the clocks of this JVM
	 * @param background repeats what is given back
	 * @param silenceNanos how long a good subscription may be silent while locks are
	 * granted
	 */
	LiveAttempts(LockStore store, LockClock clock, BackgroundCommands background, long silenceNanos) {
		this.store = store;
		this.clock = clock;
		this.background = background;
		this.silenceNanos = silenceNanos;
		this.heard = clock.nanoTime();
		this.clientId = store.clientId();
	}

	/**
	 * The store was started: who this instance is from now on. What it was before is
	 * nobody's any more.
	 */
	void begin() {
		String client = this.store.clientId();
		if (!client.equals(this.clientId)) {
			this.clientId = client;
			this.live.clear();
		}
	}

	/**
	 * Whether the attempt is one of this instance, and not of what it was before a stop.
	 */
	boolean isOurs(String id) {
		return AttemptId.isOf(id, this.clientId);
	}

	/**
	 * A new id, not registered yet: whoever finds an attempt here finds it complete.
	 */
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

	/**
	 * Refuses everybody who waits. One that fails does not keep the others.
	 */
	void abandonAll(Refusal reason) {
		this.live.values().forEach((waiter) -> LifecycleSteps.run(() -> waiter.abandon(reason)));
	}

	/**
	 * Makes sure that an attempt owns nothing and waits for nothing, in the background.
	 */
	void giveBack(String name, String id, long leaseMillis) {
		if (!isOurs(id)) {
			return; // of this instance before a stop: the lease ends by itself
		}
		this.background.untilAnswered(() -> this.store.cancel(name, id, 0, LockStore.NO_LIMIT), leaseMillis);
	}

	/**
	 * Gives back what an attempt was granted, because nobody can use it any more.
	 */
	void discard(String name, String id, long leaseMillis) {
		unregister(id);
		giveBack(name, id, leaseMillis);
	}

	/**
	 * The store has sent a message.
	 */
	void onHandOff(PushMessage message) {
		Moment arrival = this.clock.now();
		// whoever it is for: its waiter may have the lock already, by an answer
		received(arrival.nanos());
		Waiter waiter = find(message.id());
		boolean known = waiter != null && waiter.onHandOff(message, arrival);
		if (!known && message.kind() == PushMessage.Kind.GRANT && isOurs(message.id())) {
			this.background.untilAnswered(() -> this.store.giveBack(message), message.millis());
		}
	}

	/**
	 * Messages may have been lost until now.
	 */
	void onSubscribed() {
		received(this.clock.nanoTime());
		this.live.values().forEach(Waiter::askNow);
	}

	/**
	 * A message has come, or the subscription stands anew: what was missed before says
	 * nothing about it.
	 */
	private void received(long now) {
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

	/**
	 * Who waits for the store under one id after the other.
	 */
	interface Waiter {

		/**
		 * The store says that the lock is this waiter's, or when to ask.
		 * @return whether the message is for this waiter
		 */
		boolean onHandOff(PushMessage message, Moment arrival);

		/**
		 * Asks as soon as possible: messages may have been lost.
		 */
		void askNow();

		/**
		 * Gives up before the wait is over.
		 * @param reason what the caller is told, unless it was granted before
		 */
		void abandon(Refusal reason);

	}

}
