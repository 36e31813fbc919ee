package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.text.LoggedText;

/**
 * Whether a lock is still in the hands of its holder. Its states:
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
 * waits. The deadline is moved by answered {@linkplain HoldRenewal renewals} only, and
 * only later.
 */
final class HoldState {

	private static final Log logger = LogFactory.getLog(HoldState.class);

	private enum Stage {

		HELD, LOST, ENDED

	}

	private final EngineContext context;

	private final LockIdentity lock;

	private final OpenLeases leases;

	private final RenewalSchedule schedule;

	private final AttemptEvents events;

	private final Runnable onLoss;

	private final ReentrantLock mutex = new ReentrantLock();

	private final LossListeners listeners;

	private volatile Stage stage = Stage.HELD;

	private volatile LeaseDeadline deadline;

	private volatile @Nullable LossReason lossReason;

	/**
	 * Creates the state of a lock that is held.
	 * @param context what all holds share
	 * @param lock what is held
	 * @param deadline until when
	 * @param leases the open leases
	 * @param schedule when it is renewed
	 * @param events told of the loss
	 * @param onLoss called under the mutex when the lock was held and is lost
	 */
	HoldState(EngineContext context, LockIdentity lock, LeaseDeadline deadline, OpenLeases leases,
			RenewalSchedule schedule, AttemptEvents events, Runnable onLoss) {
		this.context = context;
		this.lock = lock;
		this.deadline = deadline;
		this.leases = leases;
		this.schedule = schedule;
		this.events = events;
		this.onLoss = onLoss;
		this.listeners = new LossListeners(context.threads()::notify);
	}

	/**
	 * Guards this state, the leases and the schedule.
	 */
	ReentrantLock mutex() {
		return this.mutex;
	}

	LockIdentity lock() {
		return this.lock;
	}

	LeaseDeadline deadline() {
		return this.deadline;
	}

	/**
	 * Whether the lock is held, by this JVM's clocks now.
	 */
	boolean isHeld() {
		if (this.stage != Stage.HELD) {
			return false;
		}
		Moment now = this.context.now();
		if (this.deadline.isOver(now)) {
			lose(() -> overdueReason(now));
			return false;
		}
		return true;
	}

	boolean isLost() {
		return this.stage == Stage.LOST;
	}

	boolean isEnded() {
		return this.stage == Stage.ENDED;
	}

	/**
	 * Why it was lost, in words; empty while it is not.
	 */
	String lossText() {
		LossReason reason = this.lossReason;
		return (reason != null) ? LossText.of(reason, this.context.store()) : "";
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
			return isHeld() ? new HeldLock(this.lock.name(), this.lock.token(), remaining(), this.leases.isAnyRenewed())
					: null;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * A renewal was answered: the deadline moves, if that is later.
	 */
	void extendTo(LeaseDeadline later) {
		Moment now = this.context.now();
		if (later.remainingNanos(now) > this.deadline.remainingNanos(now)) {
			this.deadline = later;
		}
	}

	/**
	 * The last lease was closed, or the lock is given up otherwise.
	 */
	void end() {
		this.stage = Stage.ENDED;
	}

	/**
	 * The lock is ours no more, if it still was.
	 */
	void lose(LossReason reason) {
		lose(() -> reason);
	}

	private void lose(Supplier<LossReason> why) {
		this.mutex.lock();
		try {
			if (this.stage == Stage.HELD) {
				LossReason reason = why.get();
				lost(reason);
				this.onLoss.run();
				tellLoss(reason);
				this.listeners.tellAll();
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * The store says that the lock had not been ours any more when it was given on.
	 */
	void takenBefore() {
		lost(LossReason.TAKEN);
		tellLoss(LossReason.TAKEN);
	}

	private LossReason overdueReason(Moment now) {
		if (this.deadline.endedByWallClock(now)) {
			return LossReason.CLOCK;
		}
		if (!this.leases.isAnyRenewed()) {
			return LossReason.FIXED_LEASE;
		}
		return this.schedule.isPastMaxHold(now) ? LossReason.MAX_HOLD : LossReason.NOT_RENEWED;
	}

	/**
	 * Says why before anybody can see that the lock is lost.
	 */
	private void lost(LossReason reason) {
		this.lossReason = reason;
		this.stage = Stage.LOST;
	}

	private void tellLoss(LossReason reason) {
		this.events.lost(this.lock.token(), reason, this.lock.heldSince(this.context.nanoTime()));
		// not under the mutex: a log that blocks would keep the renewals of all locks
		this.context.threads()
			.notify(() -> logger.warn("Lock '" + LoggedText.name(this.lock.name()) + "' (fencing token "
					+ this.lock.token() + ") was lost: " + lossText()));
	}

	/**
	 * Registers a listener of an open lease; a lost one is told at once.
	 * @return whether it was registered, and its lease has to keep it alive
	 */
	boolean onLost(OpenLease lease, Runnable listener) {
		this.mutex.lock();
		try {
			boolean held = isHeld();
			if (held) {
				this.listeners.add(lease, listener);
			}
			else if (isLost()) {
				this.listeners.tell(lease, listener);
			}
			return held;
		}
		finally {
			this.mutex.unlock();
		}
	}

	/**
	 * A lease was closed: its listeners are not told any more.
	 * @return tells them all the same
	 */
	Runnable closed(OpenLease lease) {
		return this.listeners.remove(lease);
	}

}
