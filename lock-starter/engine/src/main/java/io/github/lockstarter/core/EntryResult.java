package io.github.lockstarter.core;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;

/**
 * The result of one caller's way to one lock, and its report to observers.
 */
final class EntryResult {

	private final EngineContext context;

	private final EntryRequest caller;

	private final WaitBudget budget;

	private @Nullable SingleLease lease;

	private AttemptOutcome.@Nullable Failed failure;

	private boolean reentered;

	private boolean handedOver;

	EntryResult(EngineContext context, EntryRequest caller, WaitBudget budget) {
		this.context = context;
		this.caller = caller;
		this.budget = budget;
	}

	String name() {
		return this.caller.name();
	}

	void reentered(SingleLease opened) {
		this.lease = opened;
		this.reentered = true;
	}

	void acquired(SingleLease begun) {
		this.lease = begun;
	}

	void handedOver() {
		this.handedOver = true;
	}

	void refused(Refusal reason, @Nullable StoreException trouble) {
		this.failure = new AttemptOutcome.Failed(reason, trouble);
		this.lease = null;
	}

	// The refusal to report for several locks: the one that waiting would help least.
	static @Nullable EntryResult worst(List<EntryResult> results) {
		return results.stream()
			.filter((result) -> result.failure != null)
			.min(Comparator.comparing((result) -> weight(result.refusal())))
			.orElse(null);
	}

	private static int weight(Refusal reason) {
		return switch (reason) {
			case CANCELLED -> 0;
			case SHUT_DOWN -> 1;
			case HELD_BY_ANOTHER -> 2;
			case UNAVAILABLE -> 3;
		};
	}

	AttemptOutcome.@Nullable Failed failure() {
		return this.failure;
	}

	Refusal refusal() {
		return Objects.requireNonNull(this.failure).reason();
	}

	boolean hasLease() {
		return this.lease != null;
	}

	SingleLease lease() {
		return Objects.requireNonNull(this.lease);
	}

	boolean isHeld() {
		return this.lease != null && this.lease.isHeld();
	}

	void begins(long now) {
		lease().open().begins(now);
	}

	void giveBack() {
		if (this.lease != null) {
			this.lease.end(WorkEnd.FAILED);
		}
	}

	// Lost before the work began, and no time is left to request the lock again.
	void giveUpLost() {
		SingleLease lost = lease();
		giveBack();
		ensureNotLostOutside(lost);
		refused(Refusal.UNAVAILABLE, LockFailures.lostBeforeEntry(lost.lossText()));
	}

	// Throws if a reentered lock was lost while the caller waited.
	void ensureNotLostOutside(SingleLease entered) {
		if (this.reentered && !entered.isHeld()) {
			throw entered.lost();
		}
	}

	void tellAcquired() {
		if (!this.reentered) {
			this.caller.events()
				.acquired(lease().fencingToken(), this.handedOver, this.budget.waitedNanos(this.context.nanoTime()));
		}
	}

	void tellRefused(Refusal reason) {
		this.caller.events().notAcquired(reason, this.budget.waitedNanos(this.context.nanoTime()));
	}

}
