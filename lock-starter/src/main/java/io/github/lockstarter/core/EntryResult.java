package io.github.lockstarter.core;

import java.util.Comparator;
import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.StoreException;

/**
 * What became of one caller's way to one lock, and what observers are told of it. For
 * whoever drives the way.
 */
final class EntryResult {

	private final EngineContext context;

	private final Caller caller;

	private final WaitBudget budget;

	private @Nullable SingleLease lease;

	private AttemptOutcome.@Nullable Failed failure;

	private boolean reentered;

	private boolean handedOver;

	EntryResult(EngineContext context, Caller caller, WaitBudget budget) {
		this.context = context;
		this.caller = caller;
		this.budget = budget;
	}

	String name() {
		return this.caller.name();
	}

	/**
	 * The caller's context held the lock before.
	 */
	void reentered(SingleLease opened) {
		this.lease = opened;
		this.reentered = true;
	}

	/**
	 * The caller has the lock.
	 */
	void acquired(SingleLease begun) {
		this.lease = begun;
	}

	/**
	 * The holder before has handed the lock over.
	 */
	void handedOver() {
		this.handedOver = true;
	}

	void refused(Refusal reason, @Nullable StoreException trouble) {
		this.failure = new AttemptOutcome.Failed(reason, trouble);
		this.lease = null;
	}

	/**
	 * What the caller is told if the locks were refused for different reasons: that which
	 * it can do least about by waiting comes first.
	 * @return the result to tell, or null if none was refused
	 */
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

	/**
	 * Why the lock was refused.
	 */
	Refusal refusal() {
		return Objects.requireNonNull(this.failure).reason();
	}

	boolean hasLease() {
		return this.lease != null;
	}

	SingleLease lease() {
		return Objects.requireNonNull(this.lease);
	}

	/**
	 * Whether the work may begin, as far as is known.
	 */
	boolean isHeld() {
		return this.lease != null && this.lease.isHeld();
	}

	/**
	 * The work begins now.
	 */
	void begins(long now) {
		lease().open().begins(now);
	}

	/**
	 * Gives back what was acquired, if something was: nobody works under it.
	 */
	void giveBack() {
		if (this.lease != null) {
			this.lease.end(WorkEnd.FAILED);
		}
	}

	/**
	 * Gives back what was lost before the work began. If there is no time to ask for it
	 * again, nobody can say who holds it.
	 * @throws LockLostException if it is the work outside that has lost the lock
	 */
	void takeBack() {
		SingleLease lost = lease();
		giveBack();
		ensureNotLostOutside(lost);
		refused(Refusal.UNAVAILABLE, LockFailures.lostBeforeEntry(lost.lossText()));
	}

	/**
	 * Whoever enters once more what is lost meanwhile has lost it.
	 */
	void ensureNotLostOutside(SingleLease entered) {
		if (this.reentered && !entered.isHeld()) {
			throw entered.lost();
		}
	}

	/**
	 * Tells observers that the caller has the lock.
	 */
	void tellAcquired() {
		if (!this.reentered) {
			this.caller.events()
				.acquired(lease().fencingToken(), this.handedOver, this.budget.waitedNanos(this.context.nanoTime()));
		}
	}

	/**
	 * Tells observers that the caller does not get the lock.
	 */
	void tellRefused(Refusal reason) {
		this.caller.events().notAcquired(reason, this.budget.waitedNanos(this.context.nanoTime()));
	}

}
