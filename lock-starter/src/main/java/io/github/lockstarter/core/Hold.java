package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.store.Moment;

/**
 * A lock in the hands of one owner context, with all leases that are open on it: the last
 * one that is closed gives the lock on. Whether it is still held is its
 * {@linkplain HoldState state}. Nothing is renewed that is not held.
 */
final class Hold {

	private final EngineContext context;

	// Who finds this hold: nobody any more when the owner has closed its own leases.
	private volatile HoldKey key;

	private final LockIdentity lock;

	private final HoldKeeper keeper;

	private final HoldEnd end;

	private final OpenLeases leases;

	private final HoldState state;

	private final ReentrantLock mutex;

	private final HoldRenewal renewal;

	/**
	 * Creates a hold without a lease.
	 * @param context what all holds share
	 * @param key who holds what
	 * @param granted what was granted
	 * @param begin since when it has this holder; the ownership may be older
	 * @param giveOn how it will be given on
	 * @param keeper who keeps account of it
	 * @param events what observers are told
	 */
	Hold(EngineContext context, HoldKey key, AttemptOutcome.Granted granted, Moment begin, GiveOn giveOn,
			HoldKeeper keeper, AttemptEvents events) {
		this.context = context;
		this.key = key;
		this.lock = new LockIdentity(key.name(), granted.ownership(), begin.nanos());
		this.keeper = keeper;
		this.end = new HoldEnd(context, this.lock, giveOn, keeper::over, events);
		this.leases = new OpenLeases(context.nanoTime());
		RenewalSchedule schedule = new RenewalSchedule(context, granted, begin);
		this.state = new HoldState(context, this.lock, granted.deadline(), this.leases, schedule, events,
				this.end::lost);
		this.mutex = this.state.mutex();
		this.renewal = new HoldRenewal(context, this.state, this.leases, schedule, keeper::wakeAt, events);
	}

	HoldKey key() {
		return this.key;
	}

	/**
	 * What is held.
	 */
	LockIdentity lock() {
		return this.lock;
	}

	/**
	 * Whether the lock is still held.
	 */
	HoldState state() {
		return this.state;
	}

	/**
	 * Whether it is one of the engine with that context.
	 */
	boolean isOf(EngineContext other) {
		return this.context == other;
	}

	/**
	 * Opens the first lease.
	 */
	OpenLease begin(RequestedLease terms) {
		this.mutex.lock();
		try {
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
	 */
	@Nullable OpenLease open(RequestedLease terms, HoldKey caller, @Nullable OpenLease outer) {
		this.mutex.lock();
		try {
			boolean own = this.key.equals(caller);
			if (!own && !this.leases.isOpen(outer)) {
				return null;
			}
			if (this.state.isHeld()) {
				OpenLease entered = this.leases.add(terms, own);
				if (terms.minHoldMillis() > 0) {
					entered.begins(this.context.nanoTime());
				}
				return entered;
			}
			if (this.state.isLost()) {
				throw LockMessages.lost(this.lock.name(), this.state.lossText());
			}
			return null; // somebody else has just closed its last lease
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Whether the lease in the store ends sooner than those terms ask for.
	 */
	boolean isShorterThan(RequestedLease terms) {
		return !terms.areMetBy(this.state.remaining(), this.renewal.isExtending());
	}

	/**
	 * What keeps it, and makes it longer.
	 */
	HoldRenewal renewal() {
		return this.renewal;
	}

	/**
	 * Closes one lease; the last one gives the lock on and waits for the store, if it is
	 * to be {@linkplain ReleaseMode confirmed}.
	 * @return whether the lock was lost
	 */
	boolean close(OpenLease lease, WorkEnd work) {
		EndedHold ended = end(lease, work);
		return (ended != null) ? this.end.close(ended) : this.state.isLost();
	}

	/**
	 * Closes one lease; the last one gives the lock on, and nobody waits.
	 * @return whether the lock was lost, once that is known, or the lock goes on being
	 * given on in the background; completed on a thread of the engine or the store
	 */
	CompletionStage<Boolean> closeLater(OpenLease lease, WorkEnd work) {
		EndedHold ended = end(lease, work);
		return (ended != null) ? this.end.closeLater(ended) : CompletableFuture.completedFuture(this.state.isLost());
	}

	/**
	 * Closes one lease.
	 * @return what is to be given on, or {@code null} if nothing is: others are open, or
	 * it was {@linkplain HoldState#isLost() lost}
	 */
	private @Nullable EndedHold end(OpenLease lease, WorkEnd work) {
		boolean last;
		boolean held;
		Runnable listeners;
		this.mutex.lock();
		try {
			held = this.state.isHeld();
			last = this.leases.remove(lease, work);
			listeners = this.state.closed(lease);
			if (last && held) {
				this.state.end();
			}
			else if (!last && !this.leases.isAnyOwn()) {
				leaveToOthers();
			}
		}
		finally {
			this.mutex.unlock();
		}
		if (!last) {
			return null;
		}
		this.keeper.removed(this);
		if (held) {
			return new EndedHold(this.lock.ownership(), this.renewal.isExtending(),
					release(() -> this.leases.minHoldLeft(this.context.nanoTime()), lease.terms().release()),
					this.state::takenBefore, listeners);
		}
		this.end.lostBefore(release(() -> 0, ReleaseMode.SENT));
		return null;
	}

	/**
	 * The owner has left, and is not to enter when it does something else: a thread of a
	 * pool does. Those whose leases are open enter through these.
	 */
	private void leaveToOthers() {
		HoldKey left = this.key;
		if (left.owner() != this) {
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
			if (!this.state.isHeld() || this.leases.isAnyOfOthers()) {
				return;
			}
			this.state.end();
		}
		finally {
			this.mutex.unlock();
		}
		this.keeper.removed(this);
		this.end.closeLater(new EndedHold(this.lock.ownership(), this.renewal.isExtending(),
				release(() -> this.leases.minHoldLeft(this.context.nanoTime()), ReleaseMode.CONFIRMED),
				this.state::takenBefore, () -> {
				}));
	}

	private Release release(LongSupplier minHold, ReleaseMode mode) {
		return new Release(this.context, this.lock.name(), this.lock.id(), this.state.deadline(),
				Math.max(this.leases.longestMillis(), this.context.settings().leaseMillis()), minHold, mode);
	}

	/**
	 * Called by the renewal thread: says what is due before {@code until}, tells what is
	 * over.
	 * @param due gets the renewal, if it is due
	 * @return when to call again, on the monotonic clock
	 */
	long tick(Moment now, long until, RenewalBatch due) {
		this.mutex.lock();
		try {
			boolean held = this.state.isHeld();
			if (this.leases.areUnreachable()) {
				abandon(held);
			}
			return this.state.isHeld() ? this.renewal.tick(now, until, due) : this.renewal.tickLater(now);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void abandon(boolean held) {
		if (!this.state.isEnded()) {
			this.state.end();
			this.keeper.removed(this);
			this.end.abandoned(release(() -> 0, ReleaseMode.SENT), this.state.remaining().toMillis(), held);
		}
	}

}
