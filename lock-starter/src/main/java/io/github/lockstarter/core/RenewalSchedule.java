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
 * When a hold is renewed next, for how long, and until when at the longest. Guarded by
 * the mutex of its hold.
 */
final class RenewalSchedule {

	private final EngineContext context;

	private final long intervalNanos;

	private final long timeoutNanos;

	private final BackOff backOff;

	private final @Nullable Long end;

	private long next;

	private @Nullable Moment inFlight;

	private int failures;

	// Why the last renewal has failed.
	private @Nullable StoreException trouble;

	// The end of the lease by the clock of the store, as the last renewal said. Zero
	// after a failure, without a time, or if it got another length than it asked for.
	private long toldEnd;

	// The length that it asked for.
	private long toldLength;

	// A length asked for and not confirmed, or zero. May be read without the mutex.
	private volatile long extendingMillis;

	private long looked;

	// May be read without the mutex.
	private volatile long nextLook;

	/**
	 * Creates the schedule of a hold.
	 * @param context what all holds share
	 * @param granted what it holds: the first renewal is due after an interval, or a
	 * third of the lease if the store has granted a shorter one
	 * @param held since when it has its holder: a maximum counts from here
	 */
	RenewalSchedule(EngineContext context, AttemptOutcome.Granted granted, Moment held) {
		Duration maxHold = context.settings().maxHold();
		this.context = context;
		this.intervalNanos = context.renewalNanos();
		this.timeoutNanos = context.commandTimeoutNanos();
		this.backOff = context.retryBackOff();
		this.end = (maxHold != null) ? held.nanos() + maxHold.toNanos() : null;
		long begin = granted.ownership().begin().nanos();
		this.next = Moment.earlier(begin + this.intervalNanos, granted.deadline().renewalAtNanos());
		this.looked = begin;
		this.nextLook = this.next;
	}

	/**
	 * When the hold is to be looked at. Who passes many holds passes the others without
	 * their mutex.
	 */
	long nextLook() {
		return this.nextLook;
	}

	/**
	 * The hold has been looked at, and need not be again before that time; but once in
	 * each interval, because nobody says that a lease was dropped.
	 * @param now when it was looked at
	 * @param at the time, on the monotonic clock
	 */
	void looked(long now, long at) {
		this.looked = now;
		lookAt(at);
	}

	/**
	 * The hold is to be looked at then, which may be later than was said before.
	 */
	void lookAt(long at) {
		this.nextLook = Moment.earlier(at, this.looked + this.intervalNanos);
	}

	/**
	 * The hold is to be looked at then, if not before.
	 */
	void lookNotAfter(long at) {
		this.nextLook = Moment.earlier(at, this.nextLook);
	}

	/**
	 * Asks for at least that length, at that time.
	 */
	void extend(long leaseMillis, long at) {
		this.extendingMillis = Math.max(this.extendingMillis, leaseMillis);
		this.next = at;
		lookNotAfter(at);
	}

	/**
	 * Why a lease is over.
	 * @param deadline its end
	 * @param renewed whether it was to be renewed
	 */
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
		return this.end != null && now.nanos() - this.end >= 0;
	}

	boolean isExtending() {
		return this.extendingMillis > 0;
	}

	long next() {
		return this.next;
	}

	/**
	 * Whether it is time to renew, for somebody who looks now and takes along what is due
	 * before {@code until}. That is for what comes round: a repetition has its pause, and
	 * so has a length that is asked for soon.
	 */
	boolean isDue(Moment now, long until) {
		long at = (this.failures > 0 || isExtending()) ? now.nanos() : until;
		return at - this.next >= 0;
	}

	/**
	 * When there is something to do: the next renewal, or the end of the lease if that is
	 * sooner or nothing renews it.
	 */
	long nextBefore(long leaseEnd, boolean renewed) {
		return (renewed && this.next - leaseEnd < 0) ? this.next : leaseEnd;
	}

	/**
	 * Begins a renewal, unless one is on its way that may yet be answered.
	 * @param leaseMillis what the open leases ask for, zero for nothing
	 * @return the length to ask for, zero for no renewal
	 */
	long begin(Moment now, long leaseMillis) {
		if (this.inFlight != null && now.nanos() - this.inFlight.nanos() < this.timeoutNanos) {
			this.next = this.inFlight.nanos() + this.timeoutNanos;
			return 0;
		}
		if (this.inFlight != null) {
			this.failures++;
			this.trouble = AnswerWait.late(this.context.store(), this.timeoutNanos, null);
		}
		this.inFlight = now;
		this.next = now.nanos() + this.timeoutNanos;
		return Math.max(this.extendingMillis, leaseMillis);
	}

	/**
	 * When the lease ends by the clock of the store, if the last renewal has said it and
	 * was for that length.
	 * @return milliseconds, zero for not known
	 */
	long toldEnd(long leaseMillis) {
		return (leaseMillis == this.toldLength) ? this.toldEnd : 0;
	}

	void failed(Moment sent, long now, StoreException failure) {
		ended(sent);
		this.trouble = failure;
		this.toldEnd = 0;
		this.next = now + this.backOff.nanos(this.failures++);
	}

	/**
	 * A renewal was answered.
	 * @param asked the length that it asked for
	 * @param leaseMillis the length that the lease has now, which may be longer
	 * @param storeMillis what time it is in the store now, zero if that is not known
	 * @return whether it took more than one attempt
	 */
	boolean succeeded(Moment sent, long asked, long leaseMillis, long storeMillis) {
		ended(sent);
		this.toldEnd = (storeMillis > 0 && leaseMillis == asked) ? storeMillis + asked : 0;
		this.toldLength = asked;
		boolean late = this.failures > 0;
		this.failures = 0;
		this.trouble = null;
		if (Math.max(asked, leaseMillis) >= this.extendingMillis) {
			// answered, also where the store grants less
			this.extendingMillis = 0;
			// that, or after failures a length that somebody asked for, may be shorter
			// than the usual
			this.next = sent.nanos()
					+ Math.min(this.intervalNanos, LeaseMargins.renewalNanos(Millis.toNanos(leaseMillis)));
		}
		return late;
	}

	/**
	 * Why the lease was not made longer, as far as is known.
	 * @return the rest of a sentence
	 */
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
				+ " (a paused process, or " + store + " out of reach)";
	}

	private void ended(Moment sent) {
		if (this.inFlight == sent) {
			this.inFlight = null;
		}
	}

}
