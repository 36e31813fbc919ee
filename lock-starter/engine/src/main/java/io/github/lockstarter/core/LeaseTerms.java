package io.github.lockstarter.core;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.store.LeaseMargins;

/**
 * What one lease asks of its hold; an endless one is renewed beyond the maximum hold
 * time.
 */
record LeaseTerms(long leaseMillis, boolean renewed, long minHoldMillis, ReleaseMode release, Holders holders,
		boolean endless) {

	LeaseTerms(long leaseMillis, boolean renewed, long minHoldMillis, ReleaseMode release, Holders holders) {
		this(leaseMillis, renewed, minHoldMillis, release, holders, false);
	}

	LeaseTerms(long leaseMillis, boolean renewed, long minHoldMillis, ReleaseMode release) {
		this(leaseMillis, renewed, minHoldMillis, release, Holders.exclusive());
	}

	static LeaseTerms of(LockRequest request, LockSettings settings) {
		return new LeaseTerms(request.leaseTime().orElse(settings.leaseTime()).toMillis(),
				request.leaseTime().isEmpty(), request.minHold().toMillis(),
				request.release().orElse(settings.release()), Holders.of(request));
	}

	// The request's lease time is renewed, for as long as the lease is open.
	static LeaseTerms ofLeader(LockRequest request, LockSettings settings) {
		return new LeaseTerms(request.leaseTime().orElse(settings.leaseTime()).toMillis(), true, 0,
				ReleaseMode.CONFIRMED, Holders.exclusive(), true);
	}

	boolean isShared() {
		return this.holders.isShared();
	}

	// Readers without any other requirement share one grant in their JVM.
	boolean isJoined() {
		return this.holders.areReaders() && this.renewed && this.minHoldMillis == 0;
	}

	// Re-entry: an exclusive hold covers everything, a share the same kind of share.
	boolean covers(LeaseTerms wanted) {
		return !isShared() || this.holders.kind() == wanted.holders.kind();
	}

	// A renewed lease needs half of its length, or a pending renewal; a fixed lease needs
	// what is left just after an acquisition.
	boolean areMetBy(long remainingNanos, boolean renewalPending) {
		long enough = this.renewed ? this.leaseMillis / 2 : LeaseMargins.justAcquiredMillis(this.leaseMillis);
		return (this.renewed && renewalPending) || Millis.ofNanos(remainingNanos) >= enough;
	}

}
