package io.github.lockstarter.metrics;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.ReentrantLock;

import io.micrometer.core.instrument.Timer;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;

/**
 * The meters of one lock namespace in one mode, all of which are registered together: no
 * increase is visible of a counter that starts at one.
 */
final class NamespaceMeters {

	private static final String NO_ERROR = "none";

	private enum Outcome {

		ACQUIRED, RELEASED, LOST

	}

	private final AtomicInteger waiting = new AtomicInteger();

	private final AtomicInteger held = new AtomicInteger();

	private final Map<LossReason, LongAdder> lost = new EnumMap<>(LossReason.class);

	private final LongAdder renewalsLate = new LongAdder();

	private final LongAdder handovers = new LongAdder();

	private final boolean timed;

	private final ReentrantLock registration = new ReentrantLock();

	// Written last, so that an event that sees it is recorded by all meters.
	private volatile boolean registered;

	private volatile @Nullable Timings timings;

	NamespaceMeters(boolean timed) {
		this.timed = timed;
		for (LossReason reason : LossReason.values()) {
			this.lost.put(reason, new LongAdder());
		}
	}

	boolean isRegistered() {
		return this.registered;
	}

	void register(MeterFactory factory) {
		if (this.registration.isHeldByCurrentThread()) {
			return; // this registry acquires a lock while it registers a meter
		}
		this.registration.lock();
		try {
			if (!this.registered) {
				registerAll(factory);
			}
		}
		finally {
			// what a registry refuses is not tried again at each event
			this.registered = true;
			this.registration.unlock();
		}
	}

	private void registerAll(MeterFactory factory) {
		factory.gauge(LockMeters.WAITING, this.waiting, "callers", "Callers that wait for a lock");
		factory.gauge(LockMeters.HELD, this.held, "locks", "Locks that callers of this instance hold");
		this.lost.forEach((reason, count) -> factory.counter(LockMeters.LOST, reason, count,
				"Locks lost while their holder worked"));
		factory.counter(LockMeters.RENEWALS_LATE, this.renewalsLate, "Renewals that needed more than one attempt");
		factory.counter(LockMeters.HANDOVERS, this.handovers,
				"Locks that came from their former holder, not from the store on request");
		this.timings = this.timed ? new Timings(factory) : null;
	}

	void waiting() {
		this.waiting.incrementAndGet();
	}

	void acquired(Duration waited) {
		this.waiting.decrementAndGet();
		this.held.incrementAndGet();
		Timings recorded = this.timings;
		if (recorded != null) {
			record(recorded.acquired, waited);
		}
	}

	void notAcquired(Refusal reason, Duration waited) {
		this.waiting.decrementAndGet();
		Timings recorded = this.timings;
		if (recorded != null) {
			record(recorded.refused[reason.ordinal()], waited);
		}
	}

	void handedOver() {
		this.handovers.increment();
	}

	void renewedLate() {
		this.renewalsLate.increment();
	}

	void lost(LossReason reason, Duration length) {
		this.held.decrementAndGet();
		LongAdder count = this.lost.get(reason);
		if (count != null) {
			count.increment();
		}
		Timings recorded = this.timings;
		if (recorded != null) {
			record(recorded.lost, length);
		}
	}

	void released(Duration length) {
		this.held.decrementAndGet();
		Timings recorded = this.timings;
		if (recorded != null) {
			record(recorded.released, length);
		}
	}

	private static void record(Timer timer, Duration duration) {
		timer.record(duration.toNanos(), TimeUnit.NANOSECONDS);
	}

	private static final class Timings {

		private static final String WAITED = "From the caller's entry to the answer";

		private static final String WORKED = "From the acquisition to the release or the loss";

		private final Timer acquired;

		private final Timer[] refused;

		private final Timer released;

		private final Timer lost;

		Timings(MeterFactory factory) {
			this.acquired = factory.timer(LockMeters.ACQUIRE, Outcome.ACQUIRED, NO_ERROR, WAITED);
			Refusal[] reasons = Refusal.values();
			this.refused = new Timer[reasons.length];
			for (Refusal reason : reasons) {
				this.refused[reason.ordinal()] = factory.timer(LockMeters.ACQUIRE, reason, error(reason), WAITED);
			}
			this.released = factory.timer(LockMeters.HOLD, Outcome.RELEASED, NO_ERROR, WORKED);
			this.lost = factory.timer(LockMeters.HOLD, Outcome.LOST, "LockLostException", WORKED);
		}

		private static String error(Refusal reason) {
			return switch (reason) {
				case UNAVAILABLE, SHUT_DOWN -> "LockUnavailableException";
				// neither a refusal nor a cancellation is an error
				case HELD_BY_ANOTHER, CANCELLED -> NO_ERROR;
			};
		}

	}

}
