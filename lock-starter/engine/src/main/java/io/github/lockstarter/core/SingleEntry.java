package io.github.lockstarter.core;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;

/**
 * One caller's way to one lock: into a hold that its owner has, or through the queue of
 * this JVM and then through the store.
 *
 * <pre>
 * NEW --- the owner holds the lock, for long enough ----------------------------> OVER
 *  |  '-- ... but not for long enough --> EXTENDING --- answered, or no answer --> OVER
 *  '-- otherwise --> QUEUED --- wait over, gives up ----------------------------> OVER
 *                      '--- its turn; or it needs none --> ASKING --------------> OVER
 *                      '--- a reader, and other readers hold the lock here -----> OVER
 * </pre>
 */
final class SingleEntry implements Entry, LocalPlace.Waiter {

	// After the end of a wait: the turn ahead ends, is answered, or begins this one.
	private static final long LOOK_AGAIN_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private enum Stage {

		NEW, EXTENDING, QUEUED, ASKING, OVER

	}

	private final Engine engine;

	private final EngineContext context;

	private final EntryRequest caller;

	private final WaitBudget budget;

	private final Runnable wake;

	private final EntryResult result;

	private Stage stage = Stage.NEW;

	private final LocalPlace place;

	// An attempt of its own, or one that the turn ahead has started.
	private @Nullable StoreAttempt question;

	private HoldRenewal.@Nullable Extension extension;

	private long nextTimerNanos;

	SingleEntry(Engine engine, EntryRequest caller, WaitBudget budget, Runnable wake) {
		this.engine = engine;
		this.context = engine.context();
		this.caller = caller;
		this.budget = budget;
		this.wake = wake;
		this.result = new EntryResult(this.context, caller, budget);
		this.place = new LocalPlace(caller.isJoined() ? engine.readers() : engine.queues(), caller.name(), this);
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
	public SingleLease lease() {
		return this.result.lease();
	}

	@Override
	public long nextTimerNanos() {
		StoreAttempt asked = this.question;
		return (this.stage == Stage.ASKING && asked != null) ? asked.nextTimerNanos() : this.nextTimerNanos;
	}

	@Override
	public boolean advance(@Nullable Refusal giveUp) {
		try {
			Stage before;
			do {
				before = this.stage;
				this.stage = switch (before) {
					case NEW -> enter(giveUp);
					case EXTENDING -> awaitExtension();
					case QUEUED -> awaitTurn(giveUp);
					case ASKING -> awaitStore(giveUp);
					case OVER -> Stage.OVER;
				};
			}
			while (this.stage != before);
			return this.stage == Stage.OVER;
		}
		catch (RuntimeException | Error ex) {
			leave();
			throw ex;
		}
	}

	void refresh() {
		this.stage = extendIfShorter();
	}

	private Stage extendIfShorter() {
		HoldRenewal renewal = lease().hold().renewal();
		LeaseTerms terms = this.caller.terms();
		if (!renewal.isShorterThan(terms)) {
			return Stage.OVER;
		}
		this.extension = renewal.extend(terms.leaseMillis(), this.budget, this.wake);
		this.nextTimerNanos = this.extension.endNanos();
		return Stage.EXTENDING;
	}

	// Each of the following makes one step and returns the stage that it leads to: the
	// same stage if the caller has to wait there.

	private Stage enter(@Nullable Refusal giveUp) {
		SingleLease opened = this.caller.reenter(this.engine.holds());
		if (opened != null) {
			this.result.reentered(opened);
			return extendIfShorter();
		}
		this.caller.events().waiting();
		if (!this.engine.isRunning()) {
			return failed(Refusal.SHUT_DOWN, null);
		}
		if (giveUp != null) {
			return failed(giveUp, null);
		}
		if (this.caller.isFair() || (this.caller.terms().isShared() && !this.caller.isJoined())) {
			return Stage.ASKING;
		}
		if (this.budget.waits()) {
			this.place.join();
			return Stage.QUEUED;
		}
		return enterWithoutWaiting();
	}

	private Stage enterWithoutWaiting() {
		if (this.caller.isJoined()) {
			return joinReaders() ? Stage.OVER : Stage.ASKING;
		}
		return this.place.tryJoin() ? Stage.ASKING : failed(Refusal.HELD_BY_ANOTHER, null);
	}

	private boolean joinReaders() {
		return holdTogether(this.engine.reads().join(this.caller.name()));
	}

	private boolean holdTogether(SharedReads.@Nullable Grant shared) {
		if (shared != null) {
			hold(shared.granted(), this.context.now(), shared, false);
		}
		return shared != null;
	}

	private Stage awaitExtension() {
		HoldRenewal.Extension extending = Objects.requireNonNull(this.extension);
		if (!extending.isOver()) {
			return Stage.EXTENDING;
		}
		StoreException trouble = extending.trouble();
		if (trouble != null) {
			this.result.giveBack();
			return failed(Refusal.UNAVAILABLE, trouble);
		}
		this.result.ensureNotLostOutside(lease());
		return Stage.OVER;
	}

	private Stage awaitTurn(@Nullable Refusal giveUp) {
		if (this.place.isCurrent()) {
			return enterWithTurn();
		}
		long now = this.context.nanoTime();
		Refusal reason = (giveUp != null) ? giveUp : refusal(now);
		if (reason != null && this.place.abandon()) {
			return failed(reason, (reason == Refusal.UNAVAILABLE) ? troubleAhead() : null);
		}
		long left = this.budget.waitEndNanos() - now;
		this.nextTimerNanos = now + ((left > 0 && reason == null) ? left : LOOK_AGAIN_NANOS);
		return Stage.QUEUED;
	}

	private StoreException troubleAhead() {
		StoreException known = this.place.troubleAhead();
		return (known != null) ? known : LockFailures.queued(this.context.store());
	}

	private @Nullable Refusal refusal(long now) {
		if (!this.engine.isRunning()) {
			return Refusal.SHUT_DOWN;
		}
		if (now - this.budget.waitEndNanos() < 0) {
			return null;
		}
		if (this.place.isHeldByAnother()) {
			return Refusal.HELD_BY_ANOTHER;
		}
		return this.budget.isOver(now) ? Refusal.UNAVAILABLE : null;
	}

	private Stage enterWithTurn() {
		if (holdTogether(this.place.takeShare())) {
			return Stage.OVER;
		}
		if (this.caller.isJoined() && joinReaders()) {
			this.place.pass();
			return Stage.OVER;
		}
		AttemptOutcome.Granted inherited = this.place.inherited();
		if (inherited != null && open(inherited, this.context.now(), true)) {
			return Stage.OVER;
		}
		// the store has just answered the caller ahead: not asked again after the wait
		if (this.place.isAheadRefusedAsHeld() && !this.budget.isWaiting(this.context.nanoTime())) {
			return failed(Refusal.HELD_BY_ANOTHER, null);
		}
		return Stage.ASKING;
	}

	private Stage awaitStore(@Nullable Refusal giveUp) {
		while (true) {
			StoreAttempt asked = (this.question != null) ? this.question : ask();
			AttemptOutcome outcome = asked
				.advance((giveUp != null || this.engine.isRunning()) ? giveUp : Refusal.SHUT_DOWN);
			if (outcome == null) {
				return Stage.ASKING;
			}
			this.question = null;
			this.place.forgetAttempt();
			if (outcome instanceof AttemptOutcome.Failed failed) {
				return failed(failed.reason(), failed.trouble());
			}
			AttemptOutcome.Granted granted = (AttemptOutcome.Granted) outcome;
			if (open(granted, granted.ownership().begin(), granted.provisional())) {
				return Stage.OVER;
			}
			// the lease expired before this caller got a processor: it asks again
		}
	}

	private StoreAttempt ask() {
		StoreAttempt left = this.place.asking();
		StoreAttempt asked = (left != null) ? left : this.place.ask();
		this.question = asked;
		if (left == null && this.engine.isRunning()) {
			asked.start();
		}
		return asked;
	}

	private boolean open(AttemptOutcome.Granted granted, Moment begin, boolean handedOver) {
		if (granted.deadline().isOver(this.context.now())) {
			long leaseMillis = this.caller.terms().leaseMillis();
			this.context.attempts().discard(this.caller.name(), granted.ownership().id(), leaseMillis);
			return false;
		}
		SharedReads.Grant shared = this.caller.isJoined() ? this.engine.reads().begin(this.caller.name(), granted)
				: null;
		hold(granted, begin, shared, handedOver);
		if (shared != null) {
			this.place.passReading(shared);
		}
		return true;
	}

	private void hold(AttemptOutcome.Granted granted, Moment begin, SharedReads.@Nullable Grant shared,
			boolean handedOver) {
		LeaseTerms terms = this.caller.terms();
		LocalPlace held = (shared == null && this.place.isQueued()) ? this.place : null;
		Hold hold = this.engine.hold(this.caller, granted, begin, held, shared);
		this.result.acquired(new SingleLease(hold, hold.begin(terms)));
		if (!this.engine.began(hold)) {
			this.result.giveBack();
			refuse(Refusal.SHUT_DOWN, null);
			return;
		}
		if (held != null) {
			held.markHeld(hold::isHeld);
		}
		if (granted.provisional()) {
			hold.renewal().extendLater(terms);
		}
		if (handedOver) {
			this.result.handedOver();
		}
	}

	private Stage failed(Refusal reason, @Nullable StoreException trouble) {
		refuse(reason, trouble);
		return Stage.OVER;
	}

	private void refuse(Refusal reason, @Nullable StoreException trouble) {
		this.result.refused(reason, trouble);
		this.place.pass(reason);
	}

	private void leave() {
		this.stage = Stage.OVER;
		try {
			if (this.result.hasLease()) {
				this.result.giveBack();
			}
			else if (this.question != null) {
				this.question.abandon(Refusal.UNAVAILABLE);
			}
		}
		finally {
			if (holdTogether(this.place.takeShare())) {
				this.result.giveBack();
			}
			else if (!this.result.hasLease() && !this.place.abandon()) {
				this.place.forgetAttempt();
				this.place.pass(Refusal.UNAVAILABLE);
			}
			this.result.tellRefused(Refusal.UNAVAILABLE);
		}
	}

	// ----- as seen by the holder before this caller

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
		return new StoreAttempt(this.context, this.caller.name(), this.caller.terms(), this.budget,
				this.place.isAheadHeld(), this.wake);
	}

}
