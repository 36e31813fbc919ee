package io.github.lockstarter.core;

import java.time.Duration;
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
 * NEW --- the context holds the lock, for long enough --------------------------> OVER
 *  |  '-- ... but not for long enough --> EXTENDING --- answered, or no answer --> OVER
 *  '-- otherwise --> QUEUED --- wait over, gives up ----------------------------> OVER
 *                      '--- its turn; or it needs none --> ASKING --------------> OVER
 * </pre>
 *
 * <p>
 * The turn that it has is passed on, unless the lock is held under it.
 */
final class SingleEntry implements Entry, LocalWaiter {

	private enum Stage {

		NEW, EXTENDING, QUEUED, ASKING, OVER

	}

	private final Engine engine;

	private final EngineContext context;

	private final Caller caller;

	private final WaitBudget budget;

	private final Runnable wake;

	private Stage stage = Stage.NEW;

	private @Nullable LocalWait wait;

	private @Nullable LocalTurn turn;

	private @Nullable StoreQuestion question;

	private @Nullable LeaseExtension extension;

	private long nextTimer;

	private @Nullable HoldLease lease;

	private AttemptOutcome.@Nullable Failed failure;

	private boolean reentered;

	private boolean handedOver;

	/**
	 * Creates the way of a caller, which has not begun.
	 * @param engine what it leads into
	 * @param caller who asks for what
	 * @param budget what its wait is paid from
	 * @param wake wakes whoever drives it
	 */
	SingleEntry(Engine engine, Caller caller, WaitBudget budget, Runnable wake) {
		this.engine = engine;
		this.context = engine.context();
		this.caller = caller;
		this.budget = budget;
		this.wake = wake;
	}

	@Override
	public void wake() {
		this.wake.run();
	}

	@Override
	public boolean isRenewed() {
		return this.caller.terms().renewed();
	}

	@Override
	public StoreAttempt newAttempt() {
		return new StoreAttempt(this.context, name(), this.caller.terms().leaseMillis(), this.budget, this.wake);
	}

	String name() {
		return this.caller.name();
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
		StoreQuestion asked = this.question;
		return (this.stage == Stage.ASKING && asked != null) ? asked.nextTimer() : this.nextTimer;
	}

	@Override
	public boolean advance(@Nullable Refusal giveUp) {
		try {
			boolean goesOn = true;
			while (goesOn) {
				goesOn = switch (this.stage) {
					case NEW -> enter(giveUp);
					case EXTENDING -> awaitExtension();
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
	 * The work begins now.
	 */
	void begins(long now) {
		lease().open().begins(now);
	}

	/**
	 * Asks for the full length of the lease once more, if it is shorter than that.
	 */
	void refresh() {
		Hold hold = lease().hold();
		if (hold.isShorterThan(this.caller.terms())) {
			this.stage = Stage.EXTENDING;
			this.extension = new LeaseExtension(this.context, hold, this.caller.terms().leaseMillis(), this.budget,
					this.wake);
			this.nextTimer = this.extension.end();
		}
	}

	/**
	 * Gives back what was lost before the work began. If there is no time to ask for it
	 * again, nobody can say who holds it.
	 * @throws LockLostException if it is the work outside that has lost the lock
	 */
	void takeBack() {
		HoldLease lost = lease();
		lost.end(WorkEnd.FAILED);
		if (this.reentered) {
			throw lost.lost();
		}
		failed(Refusal.UNAVAILABLE, LockMessages.lostBeforeEntry(lost.lossText()));
	}

	/**
	 * Tells observers that the caller has the lock.
	 */
	void tellAcquired() {
		if (!this.reentered) {
			this.caller.events().acquired(lease().fencingToken(), this.handedOver, waited());
		}
	}

	/**
	 * Tells observers that the caller does not get the lock.
	 */
	void tellRefused(Refusal reason) {
		this.caller.events().notAcquired(reason, waited());
	}

	private Duration waited() {
		return this.budget.waited(this.context.nanoTime());
	}

	private boolean enter(@Nullable Refusal giveUp) {
		HoldLease opened = this.caller.reenter(this.engine.holds());
		if (opened != null) {
			this.reentered = true;
			this.lease = opened;
			this.stage = Stage.OVER;
			refresh();
			return true;
		}
		this.caller.events().waiting();
		if (!this.engine.isRunning()) {
			return failed(Refusal.SHUT_DOWN, null);
		}
		if (giveUp != null) {
			return failed(giveUp, null);
		}
		LocalQueues queues = this.engine.queues();
		if (!this.caller.isFair() && this.budget.waits()) {
			this.wait = new LocalWait(queues, this.engine::isRunning, this.context.clock(), queues.join(name(), this),
					this.budget);
			this.stage = Stage.QUEUED;
			return true;
		}
		this.stage = Stage.ASKING;
		return this.caller.isFair() || tryTurn(queues);
	}

	/**
	 * Who does not wait does not queue: it is refused if the lock is held in this JVM,
	 * and asks the store beside the others if they have no answer yet.
	 */
	private boolean tryTurn(LocalQueues queues) {
		this.turn = queues.joinIfEmpty(name(), this);
		LocalTurn current = (this.turn != null) ? null : queues.current(name());
		return (current == null || !current.isHolding()) || failed(Refusal.HELD_BY_ANOTHER, null);
	}

	private boolean awaitExtension() {
		LeaseExtension extending = Objects.requireNonNull(this.extension);
		if (!extending.isOver()) {
			return false;
		}
		StoreException trouble = extending.trouble();
		if (trouble != null) {
			lease().end(WorkEnd.FAILED);
			return failed(Refusal.UNAVAILABLE, trouble);
		}
		if (this.reentered && !lease().isHeld()) {
			throw lease().lost();
		}
		return over();
	}

	private boolean awaitTurn(@Nullable Refusal giveUp) {
		LocalWait waiting = Objects.requireNonNull(this.wait);
		if (waiting.turn().isCurrent()) {
			this.turn = waiting.turn();
			this.stage = Stage.ASKING;
			AttemptOutcome.Granted inherited = this.turn.inherited();
			if (inherited != null && hold(inherited, this.context.now())) {
				return over();
			}
			return !waiting.isRefusedWithTheOneAhead() || failed(Refusal.HELD_BY_ANOTHER, null);
		}
		Refusal reason = waiting.leave(giveUp);
		this.nextTimer = waiting.nextTimer();
		return reason != null && failed(reason, null);
	}

	private boolean awaitStore(@Nullable Refusal giveUp) {
		if (this.question == null) {
			this.question = new StoreQuestion(this.engine::isRunning, this.context.clock(), this.turn, this);
		}
		AttemptOutcome outcome = this.question.advance(giveUp);
		if (outcome == null) {
			return false;
		}
		this.question = null;
		if (outcome instanceof AttemptOutcome.Failed failed) {
			return failed(failed.reason(), failed.trouble());
		}
		AttemptOutcome.Granted granted = (AttemptOutcome.Granted) outcome;
		// once more if the lease was over before this caller was on the processor
		return !hold(granted, granted.ownership().begin()) || over();
	}

	private boolean hold(AttemptOutcome.Granted granted, Moment begin) {
		LeaseTerms terms = this.caller.terms();
		if (granted.deadline().isOver(this.context.now())) {
			this.context.attempts().discard(name(), granted.ownership().id(), terms.leaseMillis());
			return false;
		}
		Hold hold = this.engine.hold(this.caller.key(), granted, begin, this.turn, this.caller.events());
		this.lease = new HoldLease(hold, hold.begin(terms));
		if (!this.engine.began(hold)) {
			this.lease.end(WorkEnd.FAILED);
			return failed(Refusal.SHUT_DOWN, null);
		}
		if (this.turn != null) {
			this.turn.holding(hold.state()::isHeld);
		}
		if (granted.provisional()) {
			hold.extendLater(terms);
		}
		this.handedOver = granted.provisional() || begin != granted.ownership().begin();
		return true;
	}

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
		tellRefused(Refusal.UNAVAILABLE);
		if (this.lease != null) {
			this.lease.end(WorkEnd.FAILED);
			return;
		}
		if (this.question != null) {
			this.question.abandon();
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
