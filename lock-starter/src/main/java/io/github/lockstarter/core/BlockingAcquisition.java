package io.github.lockstarter.core;

import java.util.Objects;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A thread's way to a lock: through the queue of this JVM, then through the store. The
 * thread itself watches the time, so that waiting needs no timer; answers and messages
 * wake it. Works for platform and virtual threads alike.
 */
final class BlockingAcquisition {

	private final Engine engine;

	private final HoldKey key;

	private final LeaseTerms terms;

	private final boolean fair;

	private final WaitBudget budget;

	private final Thread thread = Thread.currentThread();

	private LocalQueues.@Nullable Turn turn;

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
	 * @return why it was not acquired, or {@code null}: then {@link #lease()} has it. A
	 * thread that was interrupted has its flag set again.
	 */
	Outcome.@Nullable Failed await() {
		if (this.thread.isInterrupted()) {
			return new Outcome.Failed(Refusal.INTERRUPTED, null);
		}
		Outcome.Failed refused = awaitTurn();
		if (refused != null) {
			return refused;
		}
		boolean over = false;
		try {
			Outcome outcome;
			do {
				// Again if the lease was over before this thread was on the processor.
				outcome = awaitStore();
			}
			while (outcome instanceof Outcome.Granted granted && !hold(granted));
			over = outcome instanceof Outcome.Granted;
			return (outcome instanceof Outcome.Failed failed) ? failed : null;
		}
		finally {
			if (!over) {
				passTurn();
			}
		}
	}

	HoldLease lease() {
		HoldLease open = this.lease;
		if (open == null) {
			throw new IllegalStateException("not acquired");
		}
		return open;
	}

	private Outcome.@Nullable Failed awaitTurn() {
		if (this.fair) {
			return null;
		}
		if (!this.budget.waits()) {
			return tryTurn();
		}
		LocalQueues.Turn place = this.engine.queues().join(this.key.name(), this::wake);
		Refusal reason = null;
		while (!place.isCurrent() && reason == null) {
			long left = this.budget.waitEnd() - this.engine.clock().nanoTime();
			if (left > 0) {
				LockSupport.parkNanos(this, left);
			}
			reason = refusal(left);
		}
		if (reason == null) {
			this.turn = place;
			return null;
		}
		return leave(place, reason);
	}

	private @Nullable Refusal refusal(long left) {
		if (this.thread.isInterrupted()) {
			return Refusal.INTERRUPTED;
		}
		if (!this.engine.isRunning()) {
			return Refusal.SHUT_DOWN;
		}
		return (left <= 0) ? Refusal.HELD_BY_ANOTHER : null;
	}

	private Outcome.Failed leave(LocalQueues.Turn place, Refusal reason) {
		LocalQueues.Turn current = this.engine.queues().current(this.key.name());
		if (!this.engine.queues().abandon(place)) {
			this.engine.queues().pass(place);
		}
		return (reason == Refusal.HELD_BY_ANOTHER && current != null) ? current.refusal()
				: new Outcome.Failed(reason, null);
	}

	/**
	 * Who does not wait does not queue: it is refused if the lock is held in this JVM,
	 * and asks the store beside the others if they have no answer yet.
	 */
	private Outcome.@Nullable Failed tryTurn() {
		this.turn = this.engine.queues().joinIfEmpty(this.key.name());
		LocalQueues.Turn current = (this.turn != null) ? null : this.engine.queues().current(this.key.name());
		return (current != null && current.isHolding()) ? new Outcome.Failed(Refusal.HELD_BY_ANOTHER, null) : null;
	}

	private Outcome awaitStore() {
		Acquisition acquisition = new Acquisition(this.engine, this.key.name(), this.terms.leaseMillis(), this.budget,
				this::wake);
		if (this.turn != null) {
			this.turn.asking(acquisition);
		}
		try {
			acquisition.start();
			while (acquisition.outcome() == null) {
				pause(acquisition);
			}
		}
		catch (RuntimeException | Error ex) {
			acquisition.abandon(Refusal.UNAVAILABLE);
			throw ex;
		}
		return Objects.requireNonNull(acquisition.outcome());
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

	private boolean hold(Outcome.Granted granted) {
		Hold hold = new Hold(this.engine, this.key, this.turn, granted);
		this.lease = hold.open(this.terms);
		if (this.lease == null) {
			giveBack(granted);
			return false;
		}
		this.engine.began(hold);
		if (this.turn != null) {
			this.turn.holding(hold);
		}
		if (granted.provisional()) {
			hold.renewTo(this.terms.leaseMillis());
		}
		return true;
	}

	private void giveBack(Outcome.Granted granted) {
		this.engine.attempts().unregister(granted.id());
		this.engine.giveBack(this.key.name(), granted.id(), this.terms.leaseMillis());
	}

	private void passTurn() {
		if (this.turn != null) {
			this.engine.queues().pass(this.turn);
		}
	}

	private void wake() {
		LockSupport.unpark(this.thread);
	}

}
