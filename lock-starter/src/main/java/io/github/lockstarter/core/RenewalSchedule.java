package io.github.lockstarter.core;

import org.jspecify.annotations.Nullable;

/**
 * When a hold is renewed next, and for how long. Guarded by the mutex of its
 * {@link Hold}.
 */
final class RenewalSchedule {

	private final long intervalNanos;

	private final long timeoutNanos;

	private final BackOff backOff;

	private long next;

	private @Nullable Moment inFlight;

	private int failures;

	// A length that was asked for and is not confirmed; zero for none.
	private long pendingMillis;

	RenewalSchedule(long begin, long intervalNanos, long timeoutNanos, BackOff backOff) {
		this.intervalNanos = intervalNanos;
		this.timeoutNanos = timeoutNanos;
		this.backOff = backOff;
		this.next = begin + intervalNanos;
	}

	/**
	 * Asks for at least that length, as soon as possible.
	 */
	void raise(long leaseMillis, long now) {
		this.pendingMillis = Math.max(this.pendingMillis, leaseMillis);
		this.next = now;
	}

	boolean isPending() {
		return this.pendingMillis > 0;
	}

	long next() {
		return this.next;
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
		this.failures += (this.inFlight != null) ? 1 : 0;
		this.inFlight = now;
		this.next = now.nanos() + this.timeoutNanos;
		return Math.max(this.pendingMillis, leaseMillis);
	}

	void failed(Moment sent, long now) {
		ended(sent);
		this.next = now + this.backOff.nanos(this.failures++);
	}

	/**
	 * A renewal was answered.
	 * @param leaseMillis the length that the lease has now
	 * @return whether it took more than one attempt
	 */
	boolean succeeded(Moment sent, long leaseMillis) {
		ended(sent);
		boolean late = this.failures > 0;
		this.failures = 0;
		this.pendingMillis = (leaseMillis >= this.pendingMillis) ? 0 : this.pendingMillis;
		this.next = sent.nanos() + this.intervalNanos;
		return late;
	}

	private void ended(Moment sent) {
		if (this.inFlight == sent) {
			this.inFlight = null;
		}
	}

}
