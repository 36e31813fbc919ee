package io.github.lockstarter.core;

import java.util.List;
import java.util.Objects;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
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
final class SingleEntry implements Entry {

	private enum Stage {

		NEW, EXTENDING, QUEUED, ASKING, OVER

	}

	private final Engine engine;

	private final EngineContext context;

	private final Caller caller;

	private final WaitBudget budget;

	private final Runnable wake;

	private Stage stage = Stage.NEW;

	private @Nullable StoreQuestion question;

	private @Nullable LeaseExtension extension;

	private long nextTimer;

	private final LocalPlace place;

	private final EntryResult result;

	private final LocalWaiter waiter;

	private final HoldOpening opening;

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
		this.place = new LocalPlace(engine.queues(), engine::isRunning, this.context.clock(), caller.name(), budget);
		this.result = new EntryResult(this.context, caller, budget);
		this.waiter = new QueuedCaller(this.context, caller, budget, wake);
		this.opening = new HoldOpening(engine, caller, this.place, this.result);
	}

	EntryResult result() {
		return this.result;
	}

	boolean isBegun() {
		return this.stage != Stage.NEW;
	}

	boolean isOver() {
		return this.stage == Stage.OVER;
	}

	boolean isAcquired() {
		return isOver() && this.result.hasLease();
	}

	@Override
	public @Nullable EntryResult refused() {
		return (this.result.failure() != null) ? this.result : null;
	}

	@Override
	public List<EntryResult> results() {
		return List.of(this.result);
	}

	@Override
	public HoldLease lease() {
		return this.result.lease();
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
	 * Asks for the full length of the lease once more, if it is shorter than that.
	 */
	void refresh() {
		Hold hold = lease().hold();
		RequestedLease terms = this.caller.terms();
		if (hold.isShorterThan(terms)) {
			this.stage = Stage.EXTENDING;
			this.extension = new LeaseExtension(this.context, hold, terms.leaseMillis(), this.budget, this.wake);
			this.nextTimer = this.extension.end();
		}
	}

	private boolean enter(@Nullable Refusal giveUp) {
		HoldLease opened = this.caller.reenter(this.engine.holds());
		if (opened != null) {
			this.result.reentered(opened);
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
		if (!this.caller.isFair() && this.budget.waits()) {
			this.place.join(this.waiter);
			this.stage = Stage.QUEUED;
			return true;
		}
		this.stage = Stage.ASKING;
		return this.caller.isFair() || this.place.tryJoin(this.waiter) || failed(Refusal.HELD_BY_ANOTHER, null);
	}

	private boolean awaitExtension() {
		LeaseExtension extending = Objects.requireNonNull(this.extension);
		if (!extending.isOver()) {
			return false;
		}
		StoreException trouble = extending.trouble();
		if (trouble != null) {
			this.result.giveBack();
			return failed(Refusal.UNAVAILABLE, trouble);
		}
		this.result.ensureNotLostOutside(lease());
		return over();
	}

	private boolean awaitTurn(@Nullable Refusal giveUp) {
		if (this.place.isCurrent()) {
			this.stage = Stage.ASKING;
			AttemptOutcome.Granted inherited = this.place.inherited();
			if (inherited != null && this.opening.inherit(inherited)) {
				return over();
			}
			return !this.place.isRefusedWithTheOneAhead() || failed(Refusal.HELD_BY_ANOTHER, null);
		}
		Refusal reason = this.place.leave(giveUp);
		this.nextTimer = this.place.nextTimer();
		return reason != null && failed(reason, (reason == Refusal.UNAVAILABLE) ? this.place.troubleAhead() : null);
	}

	private boolean awaitStore(@Nullable Refusal giveUp) {
		if (this.question == null) {
			this.question = new StoreQuestion(this.engine::isRunning, this.place.turn(), this.waiter);
		}
		AttemptOutcome outcome = this.question.advance(giveUp);
		if (outcome == null) {
			return false;
		}
		this.question = null;
		if (outcome instanceof AttemptOutcome.Failed failed) {
			return failed(failed.reason(), failed.trouble());
		}
		// once more if the lease was over before this caller was on the processor
		return !this.opening.enter((AttemptOutcome.Granted) outcome) || over();
	}

	private boolean over() {
		this.stage = Stage.OVER;
		return true;
	}

	private boolean failed(Refusal reason, @Nullable StoreException trouble) {
		this.result.refused(reason, trouble);
		this.place.pass(reason);
		return over();
	}

	/**
	 * Leaves nothing behind.
	 */
	private void leave() {
		this.stage = Stage.OVER;
		try {
			if (this.result.hasLease()) {
				this.result.giveBack();
			}
			else if (this.question != null) {
				this.question.abandon();
			}
		}
		finally {
			if (!this.result.hasLease()) {
				this.place.leaveAnyway();
			}
			this.result.tellRefused(Refusal.UNAVAILABLE);
		}
	}

}
