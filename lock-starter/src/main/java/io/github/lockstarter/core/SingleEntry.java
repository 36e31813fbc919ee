package io.github.lockstarter.core;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;

/**
 * One caller's way to one lock: into a hold of its own context, or through the queue of
 * this JVM and then through the store. Its states:
 *
 * <pre>
 * NEW --- the context holds the lock, for long enough -----------------------> OVER
 *  |  '-- ... but not for long enough --> RAISING --- answered, or no answer -> OVER
 *  '-- otherwise --> QUEUED --- wait over, gives up -------------------------> OVER
 *                      '--- its turn; or it needs none --> ASKING -----------> OVER
 * </pre>
 *
 * <p>
 * The turn that it has is passed on, unless the lock is held under it.
 */
final class SingleEntry implements Entry {

	private enum Stage {

		NEW, RAISING, QUEUED, ASKING, OVER

	}

	private final Engine engine;

	private final CallerContext caller;

	private final LeaseTerms terms;

	private final boolean fair;

	private final WaitBudget budget;

	private final Runnable wake;

	private Stage stage = Stage.NEW;

	private @Nullable LocalWait wait;

	private @Nullable LocalTurn turn;

	private @Nullable StoreAttempt acquisition;

	private @Nullable LeaseExtension raise;

	private long nextTimer;

	private @Nullable HoldLease lease;

	private AttemptOutcome.@Nullable Failed failure;

	private boolean reentered;

	private boolean handedOver;

	SingleEntry(Engine engine, CallerContext caller, LeaseTerms terms, boolean fair, WaitBudget budget, Runnable wake) {
		this.engine = engine;
		this.caller = caller;
		this.terms = terms;
		this.fair = fair;
		this.budget = budget;
		this.wake = wake;
	}

	String name() {
		return this.caller.key().name();
	}

	LeaseTerms terms() {
		return this.terms;
	}

	/**
	 * Wakes whoever drives this. Safe to call from anywhere.
	 */
	void wake() {
		this.wake.run();
	}

	/**
	 * Creates the question for this caller, not asked yet.
	 */
	StoreAttempt acquisition() {
		return new StoreAttempt(this.engine, name(), this.terms.leaseMillis(), this.budget, this.wake);
	}

	AttemptOutcome.@Nullable Failed failure() {
		return this.failure;
	}

	/**
	 * Whether the lock was held already by the caller's context.
	 */
	boolean isReentered() {
		return this.reentered;
	}

	/**
	 * Whether the holder before has handed the lock over.
	 */
	boolean isHandedOver() {
		return this.handedOver;
	}

	boolean isBegun() {
		return this.stage != Stage.NEW;
	}

	boolean isOver() {
		return this.stage == Stage.OVER;
	}

	boolean isAcquired() {
		return isOver() && this.lease != null;
	}

	@Override
	public @Nullable SingleEntry refused() {
		return (this.failure != null) ? this : null;
	}

	@Override
	public List<SingleEntry> parts() {
		return List.of(this);
	}

	@Override
	public HoldLease lease() {
		return Objects.requireNonNull(this.lease);
	}

	@Override
	public long nextTimer() {
		StoreAttempt asked = this.acquisition;
		return (this.stage == Stage.ASKING && asked != null) ? asked.nextTimer() : this.nextTimer;
	}

	@Override
	public boolean advance(@Nullable Refusal giveUp) {
		try {
			boolean goesOn = true;
			while (goesOn) {
				goesOn = switch (this.stage) {
					case NEW -> enter(giveUp);
					case RAISING -> awaitRaise();
					case QUEUED -> awaitTurn(giveUp);
					case ASKING -> awaitStore(giveUp);
					case OVER -> false;
				};
			}
			return this.stage == Stage.OVER;
		}
		catch (RuntimeException | Error ex) {
			leave();
			throw ex;
		}
	}

	/**
	 * Whether the work may begin, as far as is known.
	 */
	boolean isHeld() {
		return isAcquired() && lease().isHeld();
	}

	/**
	 * Asks for the full length of the lease once more, if it is shorter than that.
	 */
	void refresh() {
		if (lease().hold().isShorterThan(this.terms)) {
			raise(lease().hold());
		}
	}

	/**
	 * Gives back what was lost before the work began. If there is no time to ask for it
	 * again, nobody can say who holds it.
	 * @throws LockLostException if it is the work outside that has lost the lock
	 */
	void takeBack() {
		HoldLease lost = lease();
		lost.end(false);
		if (this.reentered) {
			throw LockMessages.lost(name(), lost.hold().lossReason());
		}
		failed(Refusal.UNAVAILABLE, LockMessages.lostBeforeEntry(lost.hold().lossReason()));
	}

	private boolean enter(@Nullable Refusal giveUp) {
		HoldLease opened = this.caller.reenter(this.engine.holds(), this.terms);
		if (opened != null) {
			return reenter(opened);
		}
		if (!this.engine.isRunning()) {
			return failed(Refusal.SHUT_DOWN, null);
		}
		if (giveUp != null) {
			return failed(giveUp, null);
		}
		if (!this.fair && this.budget.waits()) {
			this.wait = new LocalWait(this.engine, this.engine.queues().join(name(), this), this.budget);
			this.stage = Stage.QUEUED;
			return true;
		}
		this.stage = Stage.ASKING;
		return this.fair || tryTurn();
	}

	// ----- a hold of the caller's own context

	private boolean reenter(HoldLease opened) {
		this.reentered = true;
		this.lease = opened;
		this.stage = Stage.OVER;
		refresh();
		return true;
	}

	private void raise(Hold hold) {
		this.stage = Stage.RAISING;
		this.raise = new LeaseExtension(this.engine, hold, this.budget, this.terms.leaseMillis(), this.wake);
		this.nextTimer = this.raise.end();
	}

	private boolean awaitRaise() {
		LeaseExtension raising = Objects.requireNonNull(this.raise);
		if (!raising.isOver()) {
			return false;
		}
		StoreException trouble = raising.trouble();
		if (trouble != null) {
			lease().end(false);
			return failed(Refusal.UNAVAILABLE, trouble);
		}
		if (this.reentered && !lease().hold().isHeld()) {
			throw LockMessages.lost(name(), lease().hold().lossReason());
		}
		return over();
	}

	// ----- the queue of this JVM

	private boolean awaitTurn(@Nullable Refusal giveUp) {
		LocalWait waiting = Objects.requireNonNull(this.wait);
		if (waiting.turn().isCurrent()) {
			this.turn = waiting.turn();
			this.stage = Stage.ASKING;
			AttemptOutcome.Granted inherited = this.turn.inherited();
			if (inherited != null && hold(inherited, this.engine.clock().now())) {
				return over();
			}
			return !waiting.isRefusedWithTheOneAhead() || failed(Refusal.HELD_BY_ANOTHER, null);
		}
		Refusal reason = waiting.leave(giveUp);
		this.nextTimer = waiting.nextTimer();
		return reason != null && failed(reason, null);
	}

	/**
	 * Who does not wait does not queue: it is refused if the lock is held in this JVM,
	 * and asks the store beside the others if they have no answer yet.
	 */
	private boolean tryTurn() {
		this.turn = this.engine.queues().joinIfEmpty(name(), this);
		LocalTurn current = (this.turn != null) ? null : this.engine.queues().current(name());
		return (current == null || !current.isHolding()) || failed(Refusal.HELD_BY_ANOTHER, null);
	}

	// ----- the store

	private boolean awaitStore(@Nullable Refusal giveUp) {
		StoreAttempt asked = (this.acquisition != null) ? this.acquisition : ask();
		AttemptOutcome outcome;
		while ((outcome = asked.outcome()) == null) {
			if (giveUp != null || !this.engine.isRunning()) {
				asked.abandon((giveUp != null) ? giveUp : Refusal.SHUT_DOWN);
			}
			else if (asked.nextTimer() - this.engine.clock().nanoTime() <= 0) {
				asked.onTimer();
			}
			else if (asked.outcome() == null) {
				return false;
			}
		}
		this.acquisition = null;
		if (this.turn != null) {
			this.turn.answered();
		}
		if (outcome instanceof AttemptOutcome.Failed failed) {
			return failed(failed.reason(), failed.trouble());
		}
		AttemptOutcome.Granted granted = (AttemptOutcome.Granted) outcome;
		// once more if the lease was over before this caller was on the processor
		return !hold(granted, granted.ownership().begin()) || over();
	}

	private StoreAttempt ask() {
		StoreAttempt left = (this.turn != null) ? this.turn.asking() : null;
		StoreAttempt asked = (left != null) ? left : acquisition();
		this.acquisition = asked;
		if (left == null) {
			if (this.turn != null) {
				this.turn.asking(asked);
			}
			if (this.engine.isRunning()) {
				asked.start();
			}
		}
		return asked;
	}

	private boolean hold(AttemptOutcome.Granted granted, Moment begin) {
		if (granted.deadline().isOver(this.engine.clock().now())) {
			this.engine.discard(name(), granted.ownership().id(), this.terms.leaseMillis());
			return false;
		}
		Hold hold = new Hold(this.engine, this.caller.key(), this.turn, granted, begin);
		this.lease = hold.begin(this.terms);
		if (!this.engine.began(hold)) {
			this.lease.end(false);
			return failed(Refusal.SHUT_DOWN, null);
		}
		if (this.turn != null) {
			this.turn.holding(hold);
		}
		if (granted.provisional()) {
			hold.lengthen(this.terms);
		}
		this.handedOver = granted.provisional() || begin != granted.ownership().begin();
		return true;
	}

	// ----- the end

	private boolean over() {
		this.stage = Stage.OVER;
		return true;
	}

	private boolean failed(Refusal reason, @Nullable StoreException trouble) {
		this.failure = new AttemptOutcome.Failed(reason, trouble);
		this.lease = null;
		if (this.turn != null && reason == Refusal.HELD_BY_ANOTHER) {
			this.turn.refusedAsHeld();
		}
		passTurn();
		return over();
	}

	private void passTurn() {
		if (this.turn != null) {
			this.engine.queues().pass(this.turn);
			this.turn = null;
		}
	}

	/**
	 * Leaves nothing behind.
	 */
	private void leave() {
		this.stage = Stage.OVER;
		if (this.lease != null) {
			this.lease.end(false);
			return;
		}
		if (this.acquisition != null) {
			this.acquisition.abandon(Refusal.UNAVAILABLE);
		}
		if (this.turn == null && this.wait != null && !this.wait.leave()) {
			this.turn = this.wait.turn();
		}
		if (this.turn != null) {
			this.turn.answered();
		}
		passTurn();
	}

}
