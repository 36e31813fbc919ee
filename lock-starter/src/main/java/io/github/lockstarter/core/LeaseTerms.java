package io.github.lockstarter.core;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.store.LeaseMargins;

/**
 * What one lease asks of its hold; {@code limit} is how many may hold the lock at once: 1
 * for an exclusive lock, 0 for readers.
 */
record LeaseTerms(long leaseMillis, boolean renewed, long minHoldMillis, ReleaseMode release, int limit) {

	private static final int ALONE = 1;

	LeaseTerms(long leaseMillis, boolean renewed, long minHoldMillis, ReleaseMode release) {
		this(leaseMillis, renewed, minHoldMillis, release, ALONE);
	}

	static LeaseTerms of(LockRequest request, LockSettings settings) {
		return new LeaseTerms(request.leaseTime().orElse(settings.leaseTime()).toMillis(),
				request.leaseTime().isEmpty(), request.minHold().toMillis(),
				request.release().orElse(settings.release()),
				(request.mode() == LockMode.READ) ? 0 : request.permits());
	}

	LockMode mode() {
		return (this.limit == 0) ? LockMode.READ : LockMode.WRITE;
	}

	boolean isShared() {
		return this.limit != ALONE;
	}

	// Readers without any other requirement share one grant in their JVM.
	boolean isJoined() {
		return this.limit == 0 && this.renewed && this.minHoldMillis == 0;
	}

	// Re-entry: an exclusive hold covers everything, a share the same kind of share.
	boolean covers(LeaseTerms wanted) {
		return !isShared() || (wanted.isShared() && (this.limit == 0) == (wanted.limit == 0));
	}

	// A renewed lease needs half of its length, or a pending renewal; a fixed lease needs
	// what is left just after an acquisition.
	boolean areMetBy(long remainingNanos, boolean renewalPending) {
		long enough = this.renewed ? this.leaseMillis / 2 : LeaseMargins.justAcquiredMillis(this.leaseMillis);
		return (this.renewed && renewalPending) || Millis.ofNanos(remainingNanos) >= enough;
	}

}
