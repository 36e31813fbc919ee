package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.Grant.Status;
import io.github.lockstarter.text.LoggedText;

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
 * LOST is terminal. Nothing renews outside HELD: a renewal is decided under the mutex; in
 * a batch it may leave after a RELEASE, and is refused. An answer is ignored when the
 * state has changed meanwhile or the deadline has passed. The deadline is moved by
 * answered renewals only, and only later.
 */
final class Hold {

	// Most bodies are done by then; a handed-over lease lasts a hundred times as long.
	private static final long SOON_MILLIS = 20;

	private static final Log logger = LogFactory.getLog(Hold.class);

	private enum State {

		HELD, LOST, ENDED

	}

	private final Engine engine;

	private final HoldKey key;

	private final Ownership ownership;

	// Of this holder; the ownership may be older.
	private final Moment begin;

	private final @Nullable LocalTurn turn;

	private final ReentrantLock mutex = new ReentrantLock();

	private final OpenLeases leases;

	private final LossListeners listeners;

	private final LossReport loss;

	private final RenewalSchedule schedule;

	private volatile State state = State.HELD;

	private volatile LeaseDeadline deadline;

	Hold(Engine engine, HoldKey key, @Nullable LocalTurn turn, Outcome.Granted granted, Moment begin) {
		this.engine = engine;
		this.key = key;
		this.turn = turn;
		this.ownership = granted.ownership();
		this.begin = begin;
		this.leases = new OpenLeases(engine.clock().nanoTime());
		this.deadline = granted.deadline();
		this.listeners = new LossListeners(engine.notifier());
		this.loss = new LossReport(engine, key.name(), this.ownership.token());
		this.schedule = new RenewalSchedule(engine, this.ownership.begin(), begin);
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
		this.mutex.lock();
		try {
			return this.leases.add(new HoldLease(this, terms));
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Opens a re-entrant lease without asking the store.
	 * @return the lease, or {@code null} if the hold is over
	 */
	@Nullable HoldLease open(LeaseTerms terms) {
		this.mutex.lock();
		try {
			return isHeld() ? begin(terms) : null;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Whether the lease in the store ends sooner than those terms ask for.
	 */
	boolean isShorterThan(LeaseTerms terms) {
		return !terms.areMetBy(remaining(), this.schedule.isPending());
	}

	/**
	 * Makes the lease at least so long, in the background: a failure is retried with the
	 * renewals.
	 */
	void renewTo(long leaseMillis) {
		raise(leaseMillis, 0);
		renewPending();
	}

	/**
	 * Makes a lease that was handed over as long as its holder asks for. One that is
	 * renewed anyway has time: after a short while, so that whoever is done by then has
	 * cost no renewal. The length of a fixed one counts from now.
	 */
	void lengthen(LeaseTerms terms) {
		if (!terms.renewed()) {
			renewTo(terms.leaseMillis());
			return;
		}
		raise(terms.leaseMillis(), SOON_MILLIS);
		this.engine.background().later(this::renewPending, SOON_MILLIS);
	}

	private void raise(long leaseMillis, long pauseMillis) {
		this.mutex.lock();
		try {
			this.schedule.raise(leaseMillis, this.engine.clock().nanoTime() + pauseMillis * 1_000_000);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void renewPending() {
		this.mutex.lock();
		try {
			if (isHeld() && this.schedule.isPending()) {
				renew(this.engine.clock().now(), this.engine::renew);
				this.engine.renewal().wakeAt(this.schedule.next());
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * Makes the lease at least so long.
	 * @return completed when the deadline has moved
	 */
	CompletionStage<Grant> raise(long leaseMillis) {
		Moment sent = this.engine.clock().now();
		return this.engine.store().renew(name(), id(), leaseMillis).thenApply((grant) -> {
			onRenewed(sent, grant, null);
			return grant;
		});
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
		}
		finally {
			this.mutex.unlock();
		}
		if (last && held) {
			this.engine.holds().remove(this);
			Handover handover = new Handover(this.engine, name(), this.ownership, this.deadline,
					this.schedule.isPending(), this::minHoldLeft);
			return new Ending(this.engine, this, this.begin, handover, this.turn);
		}
		if (last) {
			// Lost by this JVM's clock; in the store it may be ours for a moment yet.
			this.engine.store().release(name(), id(), 0);
			this.engine.ended(this);
		}
		return null;
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

	private void lose(Supplier<String> reason) {
		this.mutex.lock();
		try {
			if (this.state == State.HELD) {
				this.loss.because(reason.get());
				this.state = State.LOST;
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
				this.schedule.isPastMaxHold(now));
	}

	/**
	 * When the renewal thread has to look at this hold for the first time.
	 */
	long firstTick() {
		return this.schedule.nextBefore(this.deadline.end().nanos(), this.leases.isAnyRenewed());
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
			long end = now.nanos() + this.deadline.remainingNanos(now);
			boolean renewed = isRenewed(now);
			if (renewed && until - this.schedule.next() >= 0) {
				renew(now, due);
			}
			return this.schedule.nextBefore(end, renewed);
		}
		finally {
			this.mutex.unlock();
		}
	}

	private boolean isRenewed(Moment now) {
		return this.schedule.isPending() || (this.leases.isAnyRenewed() && !this.schedule.isPastMaxHold(now));
	}

	private void renew(Moment now, RenewalRequests requests) {
		long lease = this.schedule.begin(now, (this.leases.isAnyRenewed()) ? this.engine.settings().leaseMillis() : 0);
		if (lease > 0) {
			requests.add(new Renewal(name(), id(), lease), (grant, failure) -> onRenewed(now, grant, failure));
		}
	}

	private void onRenewed(Moment sent, @Nullable Grant grant, @Nullable Throwable failure) {
		this.mutex.lock();
		try {
			if (!isHeld()) {
				return;
			}
			Moment now = this.engine.clock().now();
			if (grant == null) {
				logger.debug("Renewal of lock '" + LoggedText.name(name()) + "' is repeated",
						Objects.requireNonNull(failure));
				this.schedule.failed(sent, now.nanos());
				this.engine.renewal().wakeAt(this.schedule.next());
			}
			else if (grant.status() == Status.OWNED) {
				extend(sent, grant.leaseMillis(), now);
			}
			else {
				lose(() -> LossReport.TAKEN);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void extend(Moment sent, long leaseMillis, Moment now) {
		LeaseDeadline extended = LeaseDeadline.after(sent, leaseMillis);
		if (extended.remainingNanos(now) > this.deadline.remainingNanos(now)) {
			this.deadline = extended;
		}
		if (this.schedule.succeeded(sent, leaseMillis)) {
			Duration left = remaining();
			this.engine.observers().tellLater((observer) -> observer.renewedLate(name(), left));
		}
	}

	private void abandon(boolean held) {
		if (this.state != State.ENDED) {
			this.state = State.ENDED;
			this.engine.ended(this);
			passTurn();
			if (held) {
				logger.warn(LockMessages.abandoned(name()));
			}
		}
	}

}
