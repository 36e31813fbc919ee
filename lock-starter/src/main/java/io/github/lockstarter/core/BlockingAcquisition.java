package io.github.lockstarter.core;

import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A thread's way to a lock: through the queue of this JVM, then through the store. The
 * thread itself watches the time, so that waiting needs no timer; answers and messages
 * wake it. Works for platform and virtual threads alike.
 */
final class BlockingAcquisition {

	// After the end of a wait: the turn ahead ends, gets an answer, or begins ours.
	private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private final Engine engine;

	private final HoldKey key;

	private final LeaseTerms terms;

	private final boolean fair;

	private final WaitBudget budget;

	private final Thread thread = Thread.currentThread();

	private @Nullable LocalTurn turn;

	private @Nullable HoldLease lease;

	BlockingAcquisition(Engine engine, HoldKey key, LeaseTerms terms, boolean fair, WaitBudget budget) {
		this.engine = engine;
		this.key = key;
		this.terms = terms;
		this.fair = fair;
		this.budget = budget;
	}

	/**
	 * Waits for the lock.
	 * @return why it was not acquired, or {@code null}: then {@link #lease()} has it. The
	 * interrupt flag of the thread is left as it is.
	 */
	Outcome.@Nullable Failed await() {
		Outcome.Failed refused = this.thread.isInterrupted() ? new Outcome.Failed(Refusal.INTERRUPTED, null)
				: awaitTurn();
		if (refused != null || inherit()) {
			return refused;
		}
		boolean held = false;
		try {
			Outcome outcome;
			do {
				outcome = awaitStore();
				// once more if the lease was over before this thread was on the processor
				held = outcome instanceof Outcome.Granted granted && hold(granted, granted.ownership().begin());
			}
			while (outcome instanceof Outcome.Granted && !held);
			return (outcome instanceof Outcome.Failed failed) ? failed : null;
		}
		finally {
			if (!held && this.turn != null) {
				this.engine.queues().pass(this.turn);
			}
		}
	}

	/**
	 * The lease that was acquired.
	 */
	HoldLease lease() {
		return Objects.requireNonNull(this.lease);
	}

	LeaseTerms terms() {
		return this.terms;
	}

	/**
	 * Creates the question for this caller, not asked yet.
	 */
	Acquisition acquisition() {
		return new Acquisition(this.engine, this.key.name(), this.terms.leaseMillis(), this.budget, this::wake);
	}

	void wake() {
		LockSupport.unpark(this.thread);
	}

	private Outcome.@Nullable Failed awaitTurn() {
		if (this.fair) {
			return null;
		}
		if (!this.budget.waits()) {
			return tryTurn();
		}
		LocalQueues queues = this.engine.queues();
		LocalTurn place = queues.join(this.key.name(), this);
		while (!place.isCurrent()) {
			long now = this.engine.clock().nanoTime();
			Refusal reason = refusal(queues.current(this.key.name()), now);
			if (reason != null && queues.abandon(place)) {
				return new Outcome.Failed(reason, null);
			}
			long left = this.budget.waitEnd() - now;
			LockSupport.parkNanos(this, (left > 0 && reason == null) ? left : LOOK_AGAIN_NANOS);
		}
		this.turn = place;
		return null;
	}

	/**
	 * Why this caller goes while it is still in the local queue. When its wait is over it
	 * is told that another holds the lock if that is known; a caller ahead that has no
	 * answer itself is watched until the last answer could have come.
	 */
	private @Nullable Refusal refusal(@Nullable LocalTurn ahead, long now) {
		if (this.thread.isInterrupted()) {
			return Refusal.INTERRUPTED;
		}
		if (!this.engine.isRunning()) {
			return Refusal.SHUT_DOWN;
		}
		if (now - this.budget.waitEnd() < 0) {
			return null;
		}
		if (ahead != null && ahead.isHeldByAnother()) {
			return Refusal.HELD_BY_ANOTHER;
		}
		return this.budget.isOver(now) ? Refusal.UNAVAILABLE : null;
	}

	/**
	 * Who does not wait does not queue: it is refused if the lock is held in this JVM,
	 * and asks the store beside the others if they have no answer yet.
	 */
	private Outcome.@Nullable Failed tryTurn() {
		this.turn = this.engine.queues().joinIfEmpty(this.key.name(), this);
		LocalTurn current = (this.turn != null) ? null : this.engine.queues().current(this.key.name());
		return (current != null && current.isHolding()) ? new Outcome.Failed(Refusal.HELD_BY_ANOTHER, null) : null;
	}

	private boolean inherit() {
		Outcome.Granted inherited = (this.turn != null) ? this.turn.inherited() : null;
		return inherited != null && hold(inherited, this.engine.clock().now());
	}

	private Outcome awaitStore() {
		Acquisition asked = (this.turn != null) ? this.turn.asking() : null;
		Acquisition acquisition = (asked != null) ? asked : acquisition();
		try {
			if (asked == null) {
				start(acquisition);
			}
			while (acquisition.outcome() == null) {
				pause(acquisition);
			}
		}
		catch (RuntimeException | Error ex) {
			acquisition.abandon(Refusal.UNAVAILABLE);
			throw ex;
		}
		finally {
			if (this.turn != null) {
				this.turn.answered();
			}
		}
		return Objects.requireNonNull(acquisition.outcome());
	}

	private void start(Acquisition acquisition) {
		if (this.turn != null) {
			this.turn.asking(acquisition);
		}
		if (this.engine.isRunning()) {
			acquisition.start();
		}
	}

	private void pause(Acquisition acquisition) {
		if (this.thread.isInterrupted()) {
			acquisition.abandon(Refusal.INTERRUPTED);
		}
		else if (!this.engine.isRunning()) {
			acquisition.abandon(Refusal.SHUT_DOWN);
		}
		else {
			long pause = acquisition.nextTimer() - this.engine.clock().nanoTime();
			if (pause <= 0) {
				acquisition.onTimer();
			}
			else if (acquisition.outcome() == null) {
				LockSupport.parkNanos(this, pause);
			}
		}
	}

	private boolean hold(Outcome.Granted granted, Moment begin) {
		String id = granted.ownership().id();
		if (granted.deadline().isOver(this.engine.clock().now())) {
			this.engine.attempts().unregister(id);
			this.engine.giveBack(this.key.name(), id, this.terms.leaseMillis());
			return false;
		}
		Hold hold = new Hold(this.engine, this.key, this.turn, granted, begin);
		this.lease = hold.begin(this.terms);
		this.engine.began(hold);
		if (this.turn != null) {
			this.turn.holding(hold);
		}
		if (granted.provisional() && this.terms.renewed()) {
			hold.renewSoonTo(this.terms.leaseMillis());
		}
		else if (granted.provisional()) {
			hold.renewTo(this.terms.leaseMillis());
		}
		if (granted.provisional() || begin != granted.ownership().begin()) {
			this.engine.observers().tell((observer) -> observer.handedOver(this.key.name(), hold.fencingToken()));
		}
		return true;
	}

}
