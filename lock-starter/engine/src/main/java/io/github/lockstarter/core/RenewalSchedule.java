package io.github.lockstarter.core;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.store.LeaseMargins;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * When a hold is renewed next, for which length, and until when at most; guarded by the
 * mutex of the hold.
 */
final class RenewalSchedule {

	private final EngineContext context;

	private final long intervalNanos;

	private final long timeoutNanos;

	private final BackOff backOff;

	private @Nullable Long endNanos;

	private long nextNanos;

	private @Nullable Moment inFlight;

	private int failures;

	private @Nullable StoreException trouble;

	// The end of the lease by the clock of the store, from the last renewal. Zero if
	// unknown: after a failure, without a time in the answer, or if the granted length
	// differs.
	private long toldEndMillis;

	private long toldLengthMillis;

	// A requested length that is not confirmed, or zero. May be read without the mutex.
	private volatile long extendingMillis;

	private long lookedNanos;

	// May be read without the mutex.
	private volatile long nextLookNanos;

	// The maximum hold time counts from held. The first renewal is due after an interval,
	// or after a third of the lease if the store has granted a shorter one.
	RenewalSchedule(EngineContext context, AttemptOutcome.Granted granted, Moment held) {
		Duration maxHold = context.settings().maxHold();
		this.context = context;
		this.intervalNanos = context.renewalNanos();
		this.timeoutNanos = context.commandTimeoutNanos();
		this.backOff = context.retryBackOff();
		this.endNanos = (maxHold != null) ? held.nanos() + maxHold.toNanos() : null;
		long begin = granted.ownership().begin().nanos();
		this.nextNanos = Moment.earlier(begin + this.intervalNanos, granted.deadline().renewalAtNanos());
		this.lookedNanos = begin;
		this.nextLookNanos = this.nextNanos;
	}

	// For a lock that is held as long as the instance lives.
	void ignoreMaxHold() {
		this.endNanos = null;
	}

	long nextLookNanos() {
		return this.nextLookNanos;
	}

	// Once in each interval in any case: nothing reports a dropped lease.
	void looked(long now, long at) {
		this.lookedNanos = now;
		lookAt(at);
	}

	void lookAt(long at) {
		this.nextLookNanos = Moment.earlier(at, this.lookedNanos + this.intervalNanos);
	}

	void lookNotAfter(long at) {
		this.nextLookNanos = Moment.earlier(at, this.nextLookNanos);
	}

	void extend(long leaseMillis, long at) {
		this.extendingMillis = Math.max(this.extendingMillis, leaseMillis);
		this.nextNanos = at;
		lookNotAfter(at);
	}

	LossReason overdueReason(LeaseDeadline deadline, Moment now, boolean renewed) {
		if (deadline.endedByWallClock(now)) {
			return LossReason.CLOCK;
		}
		if (!renewed) {
			return LossReason.FIXED_LEASE;
		}
		return isPastMaxHold(now) ? LossReason.MAX_HOLD : LossReason.NOT_RENEWED;
	}

	boolean isPastMaxHold(Moment now) {
		Long end = this.endNanos;
		return end != null && now.nanos() - end >= 0;
	}

	boolean isExtending() {
		return this.extendingMillis > 0;
	}

	long nextNanos() {
		return this.nextNanos;
	}

	// A retry keeps its pause, and an extension its time: neither joins a batch.
	boolean isDue(Moment now, long until) {
		long at = (this.failures > 0 || isExtending()) ? now.nanos() : until;
		return at - this.nextNanos >= 0;
	}

	long nextBefore(long leaseEnd, boolean renewed) {
		return (renewed && this.nextNanos - leaseEnd < 0) ? this.nextNanos : leaseEnd;
	}

	// Returns the length to request, or zero while another renewal is in flight.
	long begin(Moment now, long leaseMillis) {
		if (this.inFlight != null && now.nanos() - this.inFlight.nanos() < this.timeoutNanos) {
			this.nextNanos = this.inFlight.nanos() + this.timeoutNanos;
			return 0;
		}
		if (this.inFlight != null) {
			this.failures++;
			this.trouble = AnswerWait.late(this.context.store(), this.timeoutNanos, null);
		}
		this.inFlight = now;
		this.nextNanos = now.nanos() + this.timeoutNanos;
		return Math.max(this.extendingMillis, leaseMillis);
	}

	long toldEndMillis(long leaseMillis) {
		return (leaseMillis == this.toldLengthMillis) ? this.toldEndMillis : 0;
	}

	void failed(Moment sent, long now, StoreException failure) {
		ended(sent);
		this.trouble = failure;
		this.toldEndMillis = 0;
		this.nextNanos = now + this.backOff.nanos(this.failures++);
	}

	// Returns whether it took more than one attempt.
	boolean succeeded(Moment sent, long asked, long leaseMillis, long storeMillis) {
		ended(sent);
		this.toldEndMillis = (storeMillis > 0 && leaseMillis == asked) ? storeMillis + asked : 0;
		this.toldLengthMillis = asked;
		boolean late = this.failures > 0;
		this.failures = 0;
		this.trouble = null;
		if (Math.max(asked, leaseMillis) >= this.extendingMillis) {
			this.extendingMillis = 0;
			// may be shorter than usual: granted so, or a fixed length after failures
			this.nextNanos = sent.nanos()
					+ Math.min(this.intervalNanos, LeaseMargins.renewalNanos(Millis.toNanos(leaseMillis)));
		}
		return late;
	}

	String trouble() {
		String store = this.context.store().label();
		StoreException failure = this.trouble;
		if (failure != null) {
			String said = LoggedText.of(String.valueOf(failure.getMessage()));
			return ": the last renewal failed: " + (said.endsWith(".") ? said.substring(0, said.length() - 1) : said);
		}
		Moment sent = this.inFlight;
		return ((sent != null) ? ": a renewal has had no answer for "
				+ DurationText.lasted(Duration.ofNanos(this.context.nanoTime() - sent.nanos())) : "")
				+ " (the process was paused, or " + store + " was unreachable)";
	}

	private void ended(Moment sent) {
		if (this.inFlight == sent) {
			this.inFlight = null;
		}
	}

}
