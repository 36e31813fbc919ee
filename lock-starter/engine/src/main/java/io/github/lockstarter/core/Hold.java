package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.runtime.ReleaseDeferral;
import io.github.lockstarter.store.Moment;

/**
 * A lock held by one owner, with all open leases on it; the last close hands the lock
 * over.
 *
 * <pre>
 * HELD --- last lease closed, or all dropped --> ENDED (handed over)
 *   |                                              '--- another caller had it --> LOST
 *   '--- local deadline over, RENEW says LOST --> LOST
 * </pre>
 */
final class Hold {

	private final EngineContext context;

	// How re-entry finds this hold: replaced when the owner has closed its own leases.
	private volatile HoldKey key;

	private final Ownership ownership;

	private final Handover handover;

	private final LossNotice end;

	private final HoldKeeper<Hold> keeper;

	// Guards the state, the leases and the schedule.
	private final ReentrantLock mutex = new ReentrantLock();

	private final OpenLeases leases;

	private @Nullable LeaseTerms acquired;

	private final RenewalSchedule schedule;

	private final HoldRenewal renewal;

	// The last lease is closed, or none is reachable.
	private volatile boolean ended;

	private volatile LeaseDeadline deadline;

	Hold(EngineContext context, HoldKey key, AttemptOutcome.Granted granted, Moment begin, Handover handover,
			HoldKeeper<Hold> keeper, LongConsumer alarm, AttemptEvents events) {
		this.context = context;
		this.key = key;
		this.ownership = granted.ownership();
		this.handover = handover;
		this.keeper = keeper;
		this.deadline = granted.deadline();
		this.leases = new OpenLeases(context.nanoTime());
		this.end = new LossNotice(context, key.name(), granted.ownership().token(), begin.nanos(), events,
				keeper::over);
		this.schedule = new RenewalSchedule(context, granted, begin);
		this.renewal = new HoldRenewal(context, this, this.leases, this.schedule, alarm, events);
	}

	HoldKey key() {
		return this.key;
	}

	String name() {
		return this.key.name();
	}

	// May be older than this holder.
	Ownership ownership() {
		return this.ownership;
	}

	LeaseDeadline deadline() {
		return this.deadline;
	}

	ReentrantLock mutex() {
		return this.mutex;
	}

	HoldRenewal renewal() {
		return this.renewal;
	}

	boolean isOfOwnerAlone() {
		this.mutex.lock();
		try {
			return !this.leases.isAnyOfOthers();
		}
		finally {
			this.mutex.unlock();
		}
	}

	boolean isOf(EngineContext other) {
		return this.context == other;
	}

	ReleaseDeferral deferral() {
		return this.context.deferral();
	}

	boolean isLast(OpenLeases.Open lease) {
		this.mutex.lock();
		try {
			return isHeld() && this.leases.isLast(lease);
		}
		finally {
			this.mutex.unlock();
		}
	}

	OpenLeases.Open begin(LeaseTerms terms) {
		this.mutex.lock();
		try {
			this.acquired = terms;
			if (terms.endless()) {
				this.schedule.ignoreMaxHold();
			}
			return this.leases.add(terms, true);
		}
		finally {
			this.mutex.unlock();
		}
	}

	// Null if the caller is not the owner and has no open lease of this hold.
	OpenLeases.@Nullable Open open(LeaseTerms terms, HoldKey caller, OpenLeases.@Nullable Open outer) {
		this.mutex.lock();
		try {
			leaveToOthers();
			boolean own = this.key.equals(caller);
			if (!own && !this.leases.isOpen(outer)) {
				return null;
			}
			if (isHeld()) {
				if (this.acquired != null && !this.acquired.covers(terms)) {
					throw LockFailures.upgrade(name(), this.acquired, terms);
				}
				OpenLeases.Open entered = this.leases.add(terms, own);
				if (terms.minHoldMillis() > 0) {
					entered.begins(this.context.nanoTime());
				}
				return entered;
			}
			if (isLost()) {
				throw this.end.exception();
			}
			return null; // the last lease was closed just now
		}
		finally {
			this.mutex.unlock();
		}
	}

	boolean isHeld() {
		if (this.ended || isLost()) {
			return false;
		}
		Moment now = this.context.now();
		if (!this.deadline.isOver(now)) {
			return true;
		}
		this.mutex.lock();
		try {
			lose(this.schedule.overdueReason(this.deadline, now, this.leases.isAnyRenewed()));
		}
		finally {
			this.mutex.unlock();
		}
		return false;
	}

	boolean isLost() {
		return this.end.isLost();
	}

	LossNotice end() {
		return this.end;
	}

	Duration remaining() {
		return Duration.ofNanos(Math.max(0, this.deadline.remainingNanos(this.context.now())));
	}

	@Nullable HeldLock look() {
		this.mutex.lock();
		try {
			LeaseTerms terms = this.acquired;
			return (terms != null && isHeld()) ? new HeldLock(name(), this.ownership.token(), remaining(),
					this.leases.isAnyRenewed(), terms.holders().mode(), terms.holders().permits()) : null;
		}
		finally {
			this.mutex.unlock();
		}
	}

	void extendTo(LeaseDeadline later) {
		this.deadline = this.deadline.orLater(later, this.context.now());
		this.handover.extended(this.deadline);
	}

	boolean onLost(OpenLeases.Open lease, Runnable listener) {
		this.mutex.lock();
		try {
			boolean held = isHeld();
			if (held) {
				this.end.listen(lease, listener);
			}
			else if (isLost()) {
				this.end.tell(lease, listener);
			}
			return held;
		}
		finally {
			this.mutex.unlock();
		}
	}

	void lose(LossReason reason) {
		this.mutex.lock();
		try {
			if (!this.ended && !isLost()) {
				// the reason is set before the loss becomes visible
				this.end.lost(reason, this.leases.longestMillis(), this.schedule.trouble());
				this.end.over();
				this.handover.passLostTurn(reason);
				this.end.tellLoss(reason);
				this.end.tellListeners();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	// Whether the lock was lost; complete if the thread waits.
	CompletionStage<Boolean> close(OpenLeases.Open lease, WorkEnd work, boolean blocks) {
		boolean last;
		boolean held;
		Runnable listeners;
		this.mutex.lock();
		try {
			held = isHeld();
			last = this.leases.remove(lease, work);
			listeners = this.end.leave(lease);
			if (last && held) {
				this.ended = true;
			}
			leaveToOthers();
		}
		finally {
			this.mutex.unlock();
		}
		if (last) {
			this.keeper.removed(this);
			if (held) {
				return this.handover.close(release(this.leases.minHoldEndNanos(), lease.terms().release()),
						this.renewal.isExtending(), this.end, listeners, blocks);
			}
			this.handover.closeLost(release(this.leases.enteredNanos(), ReleaseMode.SENT));
		}
		return CompletableFuture.completedFuture(isLost());
	}

	// An owner without a lease of its own, such as a pooled thread that does other work
	// now, must not reenter beside work that continues under the hold. That work enters
	// through its leases.
	private void leaveToOthers() {
		HoldKey left = this.key;
		if (this.leases.onlyOthersStay() && left.owner() != this) {
			this.key = new HoldKey(this, left.name());
			this.keeper.moved(this, left);
		}
	}

	void giveBack() {
		this.mutex.lock();
		try {
			if (!isHeld() || this.leases.isAnyOfOthers()) {
				return;
			}
			this.ended = true;
		}
		finally {
			this.mutex.unlock();
		}
		this.keeper.removed(this);
		this.handover.close(release(this.leases.minHoldEndNanos(), ReleaseMode.CONFIRMED), this.renewal.isExtending(),
				this.end, () -> {
				}, false);
	}

	private Release release(long minHoldEndNanos, ReleaseMode mode) {
		return new Release(this.context, name(), this.ownership, this.deadline,
				Math.max(this.leases.longestMillis(), this.context.settings().leaseMillis()), minHoldEndNanos, mode);
	}

	// Under the mutex. The work keeps the lock until the deadline and no longer, whatever
	// a renewal in flight has asked for.
	void endIfUnreachable() {
		boolean held = isHeld();
		leaveToOthers();
		if (this.ended || !this.leases.areUnreachable()) {
			return;
		}
		this.ended = true;
		this.keeper.removed(this);
		this.handover.closeLater(release(this.leases.enteredNanos(), ReleaseMode.SENT), remaining().toMillis() + 1);
		if (held) {
			this.end.over();
			this.end.tellAbandoned();
		}
	}

}
