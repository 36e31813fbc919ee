package io.github.lockstarter.core;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * One caller's way to a lock in the store, driven by its waiter and by answers and
 * notifications on any thread; it never blocks, and one mutex keeps its commands in
 * order.
 *
 * <pre>
 * ASKING --- OWNED, or a grant by notification ------------------------> granted
 *   |  ^ --- WAIT: asks again at the next poll, the holder's lease end, a hint
 *   |  | --- no answer: asks again soon, the outcome is unknown
 *   |  '--
 *   '-- wait over --> CLOSING (CANCEL, accepting a grant) --- OWNED ----> granted
 *   |                    '--- CANCELLED, RELEASED, no answer -----------> failed
 *   '-- wait over with nothing in the store, interrupt, shutdown -------> failed
 * </pre>
 */
final class StoreAttempt implements LiveAttempts.Waiter {

	private final WakingMutex mutex;

	private final EngineContext context;

	private final LiveAttempts attempts;

	private final WaitBudget budget;

	private final AttemptTraffic traffic;

	private final PushedGrants pushed;

	private final AttemptOutcome.Verdict verdict;

	// Replaced once it has ended in the store.
	private String id;

	// Whether the store has said that this id owns the lock or waits for it.
	private boolean inStore;

	private boolean closing;

	private volatile @Nullable AttemptOutcome outcome;

	StoreAttempt(EngineContext context, String name, LeaseTerms terms, WaitBudget budget, boolean seenHeld,
			Runnable wake) {
		this.context = context;
		this.attempts = context.attempts();
		this.budget = budget;
		this.mutex = new WakingMutex(wake);
		this.verdict = new AttemptOutcome.Verdict(seenHeld);
		this.traffic = new AttemptTraffic(context, name, terms, budget);
		this.pushed = new PushedGrants(context.settings().handOffConfirm());
		this.id = this.attempts.next();
		// last: a registered attempt can be called from any thread
		this.attempts.register(this.id, this);
	}

	void start() {
		guarded(() -> {
			if (this.outcome == null) {
				this.traffic.begin();
				hear(this.traffic.ask(this.id, this.inStore));
			}
			return null;
		});
	}

	// What the YIELD does not grant, the next request asks for.
	CompletionStage<StoreReply> startByYield(String owner) {
		return guarded(() -> {
			if (this.outcome == null) {
				this.traffic.begin();
			}
			AttemptTraffic.Command command = this.traffic.yield(owner, this.id);
			hear(command);
			return command.answer();
		});
	}

	@Nullable AttemptOutcome advance(@Nullable Refusal giveUp) {
		this.mutex.lock();
		try {
			while (this.outcome == null) {
				if (giveUp != null) {
					failed(giveUp);
				}
				else if (timer() - this.context.nanoTime() <= 0) {
					onTimer();
				}
				else {
					break;
				}
			}
			return this.outcome;
		}
		finally {
			this.mutex.unlock();
		}
	}

	long nextTimerNanos() {
		return guarded(this::timer);
	}

	private long timer() {
		return this.budget.nextTimerNanos(this.traffic.nextTimerNanos(), this.closing);
	}

	private void onTimer() {
		long now = this.context.nanoTime();
		this.traffic.checkTimeout(now);
		if (this.closing && this.budget.isOver(now)) {
			failed(Refusal.UNAVAILABLE);
		}
		else if (!this.closing && !this.budget.mayAsk(now, this.traffic.isAnyUnanswered())
				&& (this.budget.waits() || !this.traffic.isOnItsWay() || this.budget.isOver(now))) {
			endWait(now);
		}
		else if (this.traffic.isDue(now)) {
			again(now);
		}
	}

	@Override
	public boolean onHandOff(PushMessage message, Moment arrival) {
		return guarded(() -> {
			if (this.outcome != null || !message.id().equals(this.id)) {
				return this.outcome instanceof AttemptOutcome.Granted granted
						&& granted.ownership().id().equals(message.id());
			}
			if (message.kind() == PushMessage.Kind.HINT) {
				// the store rounds a pause down
				askAt(arrival.nanos() + ((message.millis() > 0) ? Millis.toNanos(message.millis() + 1) : 0));
			}
			else {
				onGrant(message, arrival);
			}
			return true;
		});
	}

	private void onGrant(PushMessage message, Moment arrival) {
		AttemptOutcome.Granted grant = this.pushed.enter(message, arrival, this.context.now());
		if (grant != null) {
			granted(grant);
		}
		else if (!this.closing) {
			hear(this.traffic.ask(this.id, this.inStore));
			this.traffic.markUrgent();
			this.mutex.wake(); // it may sleep beyond the timeout of this request
		}
	}

	@Override
	public void askNow() {
		guarded(() -> {
			if (this.outcome == null && this.inStore) {
				askAt(this.context.nanoTime() + this.traffic.pauseAfterSilence());
			}
			return null;
		});
	}

	@Override
	public void abandon(Refusal reason) {
		advance(reason);
	}

	private void askAt(long at) {
		if (!this.closing && this.traffic.advanceTo(at)) {
			this.mutex.wake();
		}
	}

	private void hear(AttemptTraffic.Command command) {
		command.answer().whenComplete((reply, failure) -> {
			this.mutex.lock();
			try {
				if (reply != null) {
					onReply(command, reply);
				}
				else {
					onFailure(command, StoreException.of(Objects.requireNonNull(failure)));
				}
			}
			finally {
				this.mutex.unlock();
			}
		});
	}

	private void onFailure(AttemptTraffic.Command command, StoreException failure) {
		if (this.traffic.failed(command, failure) && this.outcome == null) {
			if (failure.isPermanent()) {
				failed(Refusal.UNAVAILABLE);
			}
			this.mutex.wake();
		}
	}

	private void onReply(AttemptTraffic.Command command, StoreReply reply) {
		boolean latest = this.traffic.answered(command, reply);
		if (this.outcome == null && command.id().equals(this.id)) {
			onReply(reply, command.sent(), latest);
		}
		else if (reply.isInStore() && this.attempts.find(command.id()) != this) {
			// executed after this attempt gave up, or after the hold has ended
			this.traffic.giveBack(command.id());
		}
	}

	private void onReply(StoreReply reply, Moment sent, boolean latest) {
		this.inStore = this.inStore || reply.isInStore();
		this.verdict.heard(reply);
		if (reply.status() == Status.OWNED) {
			onOwned(reply, sent);
		}
		else if (latest) {
			long now = this.context.nanoTime();
			switch (reply.status()) {
				case STALE, LOST -> again(now);
				case WAIT -> onWait(reply, sent, now);
				case FINISHED -> {
					newId();
					again(now);
				}
				default -> {
					this.inStore = false;
					if (this.traffic.isAnyUnanswered() ? this.verdict.requestRepetition() : this.verdict.isUnasked()) {
						again(now);
					}
					else {
						failed(this.verdict.atEnd());
					}
				}
			}
		}
	}

	private void onOwned(StoreReply reply, Moment sent) {
		LeaseDeadline deadline = LeaseDeadline.after(sent, reply.leaseMillis());
		Moment now = this.context.now();
		if (deadline.isOver(now)) {
			// A grant that arrives after its own deadline is no grant.
			this.traffic.giveBack(this.id);
			this.traffic.tooLate(reply.leaseMillis(), now.nanos());
			newId();
			this.mutex.wake();
			return;
		}
		if (!this.closing && this.pushed.isMissed(now.nanos())) {
			this.attempts.missed(this.traffic.name(), now.nanos());
		}
		granted(AttemptOutcome.Granted.by(reply, this.id, sent, deadline, this.traffic.hasAskedAgain()));
	}

	private void onWait(StoreReply reply, Moment sent, long now) {
		this.pushed.answered(sent, reply.time(), reply.leaseMillis());
		if (!this.budget.isWaiting(now)) {
			endWait(now);
		}
		else if (this.traffic.pauseAfter(reply, sent, now)) {
			this.mutex.wake();
		}
	}

	private void again(long now) {
		if (this.closing && !this.budget.isOver(now)) {
			hear(this.traffic.last(this.id, this.inStore, this.verdict));
		}
		else if (!this.closing && this.budget.mayAsk(now, true)) {
			hear(this.traffic.ask(this.id, this.inStore));
		}
		else {
			endWait(now);
		}
	}

	private void newId() {
		this.attempts.unregister(this.id);
		this.id = this.attempts.next();
		this.inStore = false;
		this.pushed.clear();
		this.attempts.register(this.id, this);
	}

	private void endWait(long now) {
		this.verdict.waitEnded(this.traffic.trouble());
		boolean unclear = this.inStore || this.traffic.isAnyUnanswered() || this.verdict.isUnasked();
		if (unclear && this.budget.waits() && !this.closing && !this.budget.isOver(now)) {
			this.closing = true;
			hear(this.traffic.last(this.id, this.inStore, this.verdict));
			this.mutex.wake();
		}
		else {
			failed(this.verdict.with(this.traffic.trouble() != null));
		}
	}

	// The id stays registered, for the hold.
	private void granted(AttemptOutcome.Granted grant) {
		this.outcome = grant;
		this.traffic.granted(grant);
		this.mutex.wake();
	}

	private void failed(Refusal reason) {
		this.outcome = new AttemptOutcome.Failed(reason, (reason == Refusal.UNAVAILABLE) ? troubleAtEnd() : null);
		this.traffic.end();
		this.attempts.unregister(this.id);
		if (this.inStore || this.traffic.isAnyUnanswered()) {
			this.traffic.giveBack(this.id);
		}
		this.mutex.wake();
	}

	boolean isHeldByAnother() {
		return guarded(() -> (this.outcome != null) ? this.outcome instanceof AttemptOutcome.Granted
				: this.verdict.with(this.traffic.isInTrouble(this.context.nanoTime())) == Refusal.HELD_BY_ANOTHER);
	}

	@Nullable StoreException trouble() {
		return guarded(() -> (this.outcome instanceof AttemptOutcome.Failed failed) ? failed.trouble()
				: this.traffic.reason(this.context.nanoTime()));
	}

	private StoreException troubleAtEnd() {
		StoreException known = trouble();
		return (known != null) ? known : LockFailures.answeredTooLate(this.context.store());
	}

	private <T extends @Nullable Object> T guarded(Supplier<T> step) {
		this.mutex.lock();
		try {
			return step.get();
		}
		finally {
			this.mutex.unlock();
		}
	}

	@Nullable AttemptOutcome outcome() {
		return this.outcome;
	}

}
