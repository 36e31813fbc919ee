package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreReply;

/**
 * A lock in the hands of one owner context, with all leases that are open on it. Its
 * states:
 *
 * <pre>
 * HELD --- last lease closed --> ENDED (RELEASE is sent)
 *   '--- local deadline over, RENEW says LOST, first RELEASE says NOT_OWNER --> LOST
 * </pre>
 *
 * <p>
 * LOST is terminal. Nothing renews outside HELD. The deadline is moved by answered
 * {@linkplain HoldRenewal renewals} only, and only later.
 */
final class Hold {

	private static final Log logger = LogFactory.getLog(Hold.class);

	private enum State {

		HELD, LOST, ENDED

	}

	private final Engine engine;

	// Who finds this hold: nobody any more when the owner has closed its own leases.
	private volatile HoldKey key;

	private final Ownership ownership;

	// Of this holder; the ownership may be older.
	private final Moment begin;

	private final @Nullable LocalTurn turn;

	private final ReentrantLock mutex = new ReentrantLock();

	private final OpenLeases leases;

	private final LossListeners listeners;

	private final LossReport loss;

	private final HoldRenewal renewal;

	private volatile State state = State.HELD;

	private volatile LeaseDeadline deadline;

	Hold(Engine engine, HoldKey key, @Nullable LocalTurn turn, AttemptOutcome.Granted granted, Moment begin) {
		this.engine = engine;
		this.key = key;
		this.turn = turn;
		this.ownership = granted.ownership();
		this.begin = begin;
		this.leases = new OpenLeases(engine.clock().nanoTime());
		this.deadline = granted.deadline();
		this.listeners = new LossListeners(engine.notifier());
		this.loss = new LossReport(engine, key.name(), this.ownership.token());
		this.renewal = new HoldRenewal(engine, this, this.mutex, this.leases,
				new RenewalSchedule(engine, this.ownership.begin(), begin));
	}

	HoldKey key() {
		return this.key;
	}

	String name() {
		return this.key.name();
	}

	String id() {
		return this.ownership.id();
	}

	long fencingToken() {
		return this.ownership.token();
	}

	boolean isHeld() {
		if (this.state != State.HELD) {
			return false;
		}
		Moment now = this.engine.clock().now();
		if (this.deadline.isOver(now)) {
			lose(() -> overdue(now));
			return false;
		}
		return true;
	}

	boolean isOf(Engine other) {
		return this.engine == other;
	}

	boolean isLost() {
		return this.state == State.LOST;
	}

	String lossReason() {
		return this.loss.reason();
	}

	Duration remaining() {
		return Duration.ofNanos(Math.max(0, this.deadline.remainingNanos(this.engine.clock().now())));
	}

	/**
	 * Opens the first lease.
	 */
	HoldLease begin(LeaseTerms terms) {
		return add(terms, true);
	}

	private HoldLease add(LeaseTerms terms, boolean own) {
		this.mutex.lock();
		try {
			return this.leases.add(new HoldLease(this, terms), own);
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Opens a re-entrant lease without asking the store: for the owner, and for work that
	 * has an open lease, whose own it is then.
	 * @return the lease, or {@code null} if this is not a hold of that caller, or not any
	 * more
	 * @throws LockLostException if it is lost
	 */
	@Nullable HoldLease open(LeaseTerms terms, CallerContext caller) {
		this.mutex.lock();
		try {
			boolean own = this.key.equals(caller.key());
			HoldLease outer = caller.outer();
			if (!own && (outer == null || outer.hold() != this || outer.isClosed())) {
				return null;
			}
			if (isHeld()) {
				return add(terms, own);
			}
			if (isLost()) {
				throw LockMessages.lost(name(), lossReason());
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
	boolean isShorterThan(LeaseTerms terms) {
		return !terms.areMetBy(remaining(), this.renewal.isPending());
	}

	/**
	 * Makes the lease at least so long, in the background: a failure is retried with the
	 * renewals.
	 */
	void renewTo(long leaseMillis) {
		this.renewal.renewTo(leaseMillis);
	}

	/**
	 * Makes a lease that was handed over as long as its holder asks for.
	 */
	void lengthen(LeaseTerms terms) {
		this.renewal.lengthen(terms);
	}

	/**
	 * Makes the lease at least so long.
	 * @return completed when the deadline has moved
	 */
	CompletionStage<StoreReply> raise(long leaseMillis) {
		return this.renewal.raise(leaseMillis);
	}

	/**
	 * A renewal was answered.
	 */
	void extend(LeaseDeadline extended) {
		Moment now = this.engine.clock().now();
		if (extended.remainingNanos(now) > this.deadline.remainingNanos(now)) {
			this.deadline = extended;
		}
	}

	/**
	 * Closes one lease; the last one ends the hold.
	 * @return how the lock is given on, or {@code null} if it is not: others are open, or
	 * it was {@linkplain #isLost() lost}
	 */
	@Nullable Ending end(HoldLease lease, boolean completed) {
		boolean last;
		boolean held;
		this.mutex.lock();
		try {
			held = isHeld();
			last = this.leases.remove(lease, completed);
			this.listeners.remove(lease);
			if (last && held) {
				this.state = State.ENDED;
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
		this.engine.holds().remove(this);
		if (held) {
			GiveOn handover = new GiveOn(this.engine, this.ownership, this.renewal.isPending(),
					release(this::minHoldLeft));
			return new Ending(this.engine, this, this.begin, handover, this.turn);
		}
		// Lost by this JVM's clock; in the store it may be ours for a while yet.
		release(() -> 0).inBackground();
		this.engine.attempts().unregister(id());
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
			this.engine.holds().move(this, left);
		}
	}

	private Release release(LongSupplier minHold) {
		return new Release(this.engine, name(), id(), this.deadline,
				Math.max(this.leases.longestMillis(), this.engine.settings().leaseMillis()), minHold);
	}

	/**
	 * The store says that the lock had not been ours any more when it was given on.
	 */
	void takenBefore() {
		this.loss.because(LossReport.TAKEN);
		this.state = State.LOST;
		this.loss.tell();
	}

	private long minHoldLeft() {
		return this.leases.minHoldLeft(this.engine.clock().nanoTime());
	}

	private void passTurn() {
		if (this.turn != null) {
			this.engine.queues().pass(this.turn);
		}
	}

	/**
	 * Registers a listener of an open lease; a lost one is told at once.
	 */
	void onLost(HoldLease lease, Runnable listener) {
		this.mutex.lock();
		try {
			if (isHeld()) {
				this.listeners.add(lease, listener);
			}
			else if (isLost()) {
				this.listeners.tell(lease, listener);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * The locks were stopped and are started again: this instance is another one now, and
	 * a copy of this process may be a third.
	 */
	void outlivedStop() {
		lose(() -> LossReport.RESTARTED);
	}

	/**
	 * The lock is ours no more, if it still was.
	 */
	void lose(Supplier<String> reason) {
		this.mutex.lock();
		try {
			if (this.state == State.HELD) {
				this.loss.because(reason.get());
				this.state = State.LOST;
				this.engine.holds().over();
				passTurn();
				this.loss.tell();
				this.listeners.tellAll();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private String overdue(Moment now) {
		return LossReport.overdue(this.deadline.endedByWallClock(now), this.leases.isAnyRenewed(),
				this.renewal.isPastMaxHold(now));
	}

	/**
	 * When the renewal thread has to look at this hold for the first time.
	 */
	long firstTick() {
		return this.renewal.firstTick(this.deadline.end().nanos());
	}

	/**
	 * Called by the renewal thread: says what is due before {@code until}, tells what is
	 * over.
	 * @param due gets the renewal, if it is due
	 * @return when to call again, on the monotonic clock
	 */
	long tick(Moment now, long until, RenewalRequests due) {
		this.mutex.lock();
		try {
			boolean held = isHeld();
			if (this.leases.areUnreachable()) {
				abandon(held);
			}
			if (this.state != State.HELD) {
				return now.nanos() + this.engine.renewalNanos();
			}
			return this.renewal.tick(now, until, now.nanos() + this.deadline.remainingNanos(now), due);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void abandon(boolean held) {
		if (this.state == State.ENDED) {
			return;
		}
		this.state = State.ENDED;
		this.engine.holds().remove(this);
		this.engine.attempts().unregister(id());
		// Its work may go on without the lease: the lock is its own until the deadline,
		// and no longer, whatever a renewal on its way has asked for.
		this.engine.background().later(release(() -> 0)::inBackground, remaining().toMillis() + 1);
		passTurn();
		if (held) {
			this.engine.holds().over();
			logger.warn(LockMessages.abandoned(name()));
		}
	}

}
