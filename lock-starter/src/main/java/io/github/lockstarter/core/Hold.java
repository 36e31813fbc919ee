package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockUpgradeException;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.runtime.ReleaseDeferral;
import io.github.lockstarter.store.Moment;

/**
 * A lock in the hands of one owner context, with all leases that are open on it: the last
 * one that is closed gives the lock on. Its states:
 *
 * <pre>
 * HELD --- last lease closed, or all dropped --> ENDED (given on)
 *   |                                              '--- it was another's before --> LOST
 *   '--- local deadline over, RENEW says LOST --> LOST
 * </pre>
 *
 * <p>
 * LOST is terminal, and told once: to the log, the observers and the listeners. Who waits
 * for the end of ENDED is thrown what it hears; the listeners are told of it where nobody
 * waits. Nothing is renewed that is not held. The deadline is moved by answered
 * {@linkplain HoldRenewal renewals} only, and only later.
 */
final class Hold {

	private final EngineContext context;

	// Who finds this hold: nobody any more when the owner has closed its own leases.
	private volatile HoldKey key;

	private final Ownership ownership;

	private final GiveOn giveOn;

	private final HoldEnd end;

	private final HoldKeeper<Hold> keeper;

	// Guards the state, the leases and the schedule.
	private final ReentrantLock mutex = new ReentrantLock();

	private final OpenLeases leases;

	// What the lock was acquired for, by the first lease.
	private @Nullable RequestedLease acquired;

	private final RenewalSchedule schedule;

	private final HoldRenewal renewal;

	// The last lease is closed, or nobody has one.
	private volatile boolean ended;

	private volatile LeaseDeadline deadline;

	/**
	 * Creates a hold without a lease.
	 * @param context what all holds share
	 * @param key who holds what
	 * @param granted what was granted
	 * @param begin since when it has this holder; the ownership may be older
	 * @param giveOn how it will be given on
	 * @param keeper who keeps account of it
	 * @param alarm has it looked at, at a time on the monotonic clock
	 * @param events what observers are told
	 */
	Hold(EngineContext context, HoldKey key, AttemptOutcome.Granted granted, Moment begin, GiveOn giveOn,
			HoldKeeper<Hold> keeper, LongConsumer alarm, AttemptEvents events) {
		this.context = context;
		this.key = key;
		this.ownership = granted.ownership();
		this.giveOn = giveOn;
		this.keeper = keeper;
		this.deadline = granted.deadline();
		this.leases = new OpenLeases(context.nanoTime());
		this.end = new HoldEnd(context, key.name(), granted.ownership().token(), begin.nanos(), events, keeper::over);
		this.schedule = new RenewalSchedule(context, granted, begin);
		this.renewal = new HoldRenewal(context, this, this.leases, this.schedule, alarm, events);
	}

	HoldKey key() {
		return this.key;
	}

	String name() {
		return this.key.name();
	}

	/**
	 * What the store gave; it may be older than this holder.
	 */
	Ownership ownership() {
		return this.ownership;
	}

	LeaseDeadline deadline() {
		return this.deadline;
	}

	ReentrantLock mutex() {
		return this.mutex;
	}

	/**
	 * What keeps it, and makes it longer.
	 */
	HoldRenewal renewal() {
		return this.renewal;
	}

	/**
	 * Whether no work has entered that is not of the owner.
	 */
	boolean isOfOwnerAlone() {
		this.mutex.lock();
		try {
			return !this.leases.isAnyOfOthers();
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Whether it is one of the engine with that context.
	 */
	boolean isOf(EngineContext other) {
		return this.context == other;
	}

	/**
	 * What a blocking caller awaits before the lock is released.
	 */
	ReleaseDeferral deferral() {
		return this.context.deferral();
	}

	/**
	 * Whether the lock is held, and the close of that lease would give it on.
	 */
	boolean isLast(OpenLeases.Open lease) {
		this.mutex.lock();
		try {
			return isHeld() && this.leases.isLast(lease);
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Opens the first lease.
	 */
	OpenLeases.Open begin(RequestedLease terms) {
		this.mutex.lock();
		try {
			this.acquired = terms;
			return this.leases.add(terms, true);
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Opens a re-entrant lease without asking the store: for the owner, and for work that
	 * has an open lease, whose own it is then.
	 * @param caller who wants it
	 * @param outer the lease under which the caller works, if it does
	 * @return the lease, or {@code null} if this is not a hold of that caller, or not any
	 * more
	 * @throws LockLostException if it is lost
	 * @throws LockUpgradeException if the lock is shared, and another kind of it is
	 * wanted
	 */
	OpenLeases.@Nullable Open open(RequestedLease terms, HoldKey caller, OpenLeases.@Nullable Open outer) {
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
			return null; // somebody else has just closed its last lease
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Whether the lock is held, by this JVM's clocks now.
	 */
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

	/**
	 * Why it was lost, and who is told.
	 */
	HoldEnd end() {
		return this.end;
	}

	Duration remaining() {
		return Duration.ofNanos(Math.max(0, this.deadline.remainingNanos(this.context.now())));
	}

	/**
	 * What others may see of it.
	 * @return the lock, or {@code null} if it is not held any more
	 */
	@Nullable HeldLock look() {
		this.mutex.lock();
		try {
			RequestedLease terms = this.acquired;
			return (terms != null && isHeld()) ? new HeldLock(name(), this.ownership.token(), remaining(),
					this.leases.isAnyRenewed(), terms.mode(), Math.max(terms.limit(), 1)) : null;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * A renewal was answered: the deadline moves, if that is later.
	 */
	void extendTo(LeaseDeadline later) {
		this.deadline = this.deadline.orLater(later, this.context.now());
		this.giveOn.extended(this.deadline);
	}

	/**
	 * Registers a listener of an open lease; a lost one is told at once.
	 * @return whether it was registered, and its lease has to keep it alive
	 */
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

	/**
	 * The lock is ours no more, if it still was.
	 */
	void lose(LossReason reason) {
		this.mutex.lock();
		try {
			if (!this.ended && !isLost()) {
				// says why before anybody can see that the lock is lost
				this.end.lost(reason, this.leases.longestMillis(), this.schedule.trouble());
				this.end.over();
				this.giveOn.passLostTurn(reason);
				this.end.tellLoss(reason);
				this.end.tellListeners();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Closes one lease; the last one gives the lock on.
	 * @param work how the work under it ended
	 * @param blocks whether the caller's thread waits for the store, if that is to be
	 * {@linkplain ReleaseMode confirmed}
	 * @return whether the lock was lost, once that is known, or the lock goes on being
	 * given on in the background: complete where the thread waits, otherwise completed on
	 * a thread of the engine or the store
	 */
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
				return this.giveOn.close(release(this.leases.minHoldEnd(), lease.terms().release()),
						this.renewal.isExtending(), this.end, listeners, blocks);
			}
			this.giveOn.closeLost(release(this.leases.entered(), ReleaseMode.SENT));
		}
		return CompletableFuture.completedFuture(isLost());
	}

	/**
	 * An owner without a lease, closed or dropped, is not to enter beside others when it
	 * does something else: a thread of a pool does. These enter through their leases.
	 */
	private void leaveToOthers() {
		HoldKey left = this.key;
		if (this.leases.onlyOthersStay() && left.owner() != this) {
			this.key = new HoldKey(this, left.name());
			this.keeper.moved(this, left);
		}
	}

	/**
	 * Gives the lock back whose owner does not come back to close its leases, and nobody
	 * else works under one.
	 */
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
		this.giveOn.close(release(this.leases.minHoldEnd(), ReleaseMode.CONFIRMED), this.renewal.isExtending(),
				this.end, () -> {
				}, false);
	}

	private Release release(long minHoldEnd, ReleaseMode mode) {
		return new Release(this.context, name(), this.ownership, this.deadline,
				Math.max(this.leases.longestMillis(), this.context.settings().leaseMillis()), minHoldEnd, mode);
	}

	/**
	 * Ends, if nobody can close the leases any more. The work may go on without them: the
	 * lock is its own until the deadline, and no longer, whatever a renewal on its way
	 * has asked for; then it is given back. Under the mutex.
	 */
	void endIfUnreachable() {
		boolean held = isHeld();
		leaveToOthers();
		if (this.ended || !this.leases.areUnreachable()) {
			return;
		}
		this.ended = true;
		this.keeper.removed(this);
		this.giveOn.closeLater(release(this.leases.entered(), ReleaseMode.SENT), remaining().toMillis() + 1);
		if (held) {
			this.end.over();
			this.end.tellAbandoned();
		}
	}

}
