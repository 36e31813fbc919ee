package io.github.lockstarter.core;

import java.util.concurrent.CompletionStage;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * The state machine of one {@link StoreAttempt}, which guards it: what it asks, and what
 * it makes of answers, messages and time. Its states:
 *
 * <pre>
 * ASKING --- OWNED, or a grant by push --------------------------------> granted
 *   |  ^ --- WAIT: asks again at the next poll, the holder's lease end, a hint
 *   |  | --- no answer: asks again soon, the outcome is unknown
 *   |  '--
 *   '-- wait over --> CLOSING (CANCEL, accepting a grant) --- OWNED ----> granted
 *   |                    '--- CANCELLED, RELEASED, no answer -----------> failed
 *   '-- wait over with nothing in the store, interrupt, shutdown -------> failed
 * </pre>
 *
 * <p>
 * Races. A grant can come by push and by the answer to a poll: the first one wins, both
 * are for the same id and token. An answer after the failure that shows the id owning or
 * waiting (a poll executed after the CANCEL, on a broken connection) is cancelled again.
 */
final class AttemptState implements AttemptTraffic.Receiver {

	private final EngineContext context;

	private final AttemptTraffic traffic;

	private final WaitBudget budget;

	private final Runnable wake;

	private final PendingCommands pending;

	private final PushedGrants pushed;

	private final AttemptId id;

	private final AttemptEnd end;

	private boolean closing;

	AttemptState(EngineContext context, AttemptTraffic traffic, AttemptId id, AttemptEnd end, WaitBudget budget,
			Runnable wake) {
		this.context = context;
		this.traffic = traffic;
		this.pending = traffic.pending();
		this.budget = budget;
		this.wake = wake;
		this.pushed = new PushedGrants(context);
		this.id = id;
		this.end = end;
	}

	long nextTimer() {
		return this.budget.nextTimer(this.pending.nextTimer(), this.closing);
	}

	void start() {
		if (!this.end.hasCome()) {
			this.traffic.begin();
			ask();
		}
	}

	CompletionStage<StoreReply> startByYield(String owner) {
		if (!this.end.hasCome()) {
			this.traffic.begin();
		}
		return this.traffic.yield(owner, this.id.current(), this);
	}

	void onTimer() {
		if (this.end.hasCome()) {
			return;
		}
		long now = this.context.nanoTime();
		this.traffic.checkTimeout(now);
		if (this.closing && this.budget.isOver(now)) {
			this.end.failed(Refusal.UNAVAILABLE);
		}
		else if (!this.closing && !this.budget.mayAsk(now, this.pending.isAnyUnanswered())
				&& (this.budget.waits() || !this.pending.isOnItsWay() || this.budget.isOver(now))) {
			endWait(now);
		}
		else if (this.pending.isDue(now)) {
			again(now);
		}
	}

	boolean onHandOff(PushMessage message, Moment arrival) {
		if (this.end.hasCome() || !message.id().equals(this.id.current())) {
			return this.end.grants(message.id());
		}
		if (message.kind() == PushMessage.Kind.HINT) {
			// a pause is rounded down
			askAt(arrival.nanos() + ((message.millis() > 0) ? Millis.toNanos(message.millis() + 1) : 0));
		}
		else {
			onGrant(message, arrival);
		}
		return true;
	}

	private void onGrant(PushMessage message, Moment arrival) {
		AttemptOutcome.Granted grant = this.pushed.enter(message, arrival);
		if (grant != null) {
			this.end.granted(grant);
		}
		else if (!this.closing) {
			ask();
			this.pending.markUrgent();
			this.wake.run(); // it may sleep for longer than this question has time
		}
	}

	void askNow() {
		if (!this.end.hasCome() && this.id.isInStore()) {
			askAt(this.context.nanoTime() + this.traffic.pauseAfterSilence());
		}
	}

	void abandon(Refusal reason) {
		if (!this.end.hasCome()) {
			this.end.failed(reason);
		}
	}

	private void ask() {
		this.traffic.ask(this.id.current(), this.id.isInStore(), this);
	}

	private void close() {
		this.closing = true;
		this.traffic.cancel(this.id.current(), this);
	}

	@Override
	public void onFailure(StoreException failure) {
		if (!this.end.hasCome()) {
			if (failure.getOutcome() == StoreException.Outcome.REJECTED) {
				this.end.failed(Refusal.UNAVAILABLE);
			}
			this.wake.run();
		}
	}

	@Override
	public void onReply(String asked, StoreReply reply, Moment sent, boolean latest) {
		if (!this.end.hasCome() && asked.equals(this.id.current())) {
			onReply(reply, sent, latest);
		}
		else if (reply.isInStore() && !this.id.isInUse(asked)) {
			// executed after we gave up, or after the hold has ended
			this.traffic.giveBack(asked);
		}
	}

	private void onReply(StoreReply reply, Moment sent, boolean latest) {
		long now = this.context.nanoTime();
		this.id.heard(reply);
		this.end.heard(reply);
		if (reply.status() == Status.OWNED) {
			onOwned(reply, sent);
		}
		else if (latest) {
			switch (reply.status()) {
				case STALE, LOST -> again(now);
				case FINISHED -> {
					newId();
					again(now);
				}
				case WAIT -> onWait(reply, sent, now);
				default -> {
					this.id.hasLeft();
					this.end.refused();
				}
			}
		}
	}

	private void onOwned(StoreReply reply, Moment sent) {
		LeaseDeadline deadline = LeaseDeadline.after(sent, reply.leaseMillis());
		Moment now = this.context.now();
		if (deadline.isOver(now)) {
			// A grant that arrives after its own deadline is no grant.
			this.traffic.giveBack(this.id.current());
			this.pending.tooLate(reply.leaseMillis(), now.nanos());
			newId();
			this.wake.run();
			return;
		}
		if (!this.closing) {
			this.pushed.isGrantedByAnswer(this.traffic.name(), now.nanos());
		}
		this.end.granted(AttemptOutcome.Granted.by(reply, this.id.current(), sent, deadline));
	}

	private void onWait(StoreReply reply, Moment sent, long now) {
		this.pushed.answered(sent, reply);
		if (this.budget.isWaiting(now)) {
			this.traffic.pauseAfter(reply, now);
			this.wake.run();
		}
		else {
			endWait(now);
		}
	}

	private void askAt(long at) {
		if (!this.closing && this.pending.notAfter(at)) {
			this.wake.run();
		}
	}

	private void again(long now) {
		if (this.closing && !this.budget.isOver(now)) {
			close();
		}
		else if (!this.closing && this.budget.mayAsk(now, true)) {
			ask();
		}
		else {
			endWait(now);
		}
	}

	private void newId() {
		this.id.replace();
		this.pushed.clear();
	}

	private void endWait(long now) {
		boolean unclear = this.id.isInStore() || this.pending.isAnyUnanswered();
		if (unclear && this.budget.waits() && !this.closing && !this.budget.isOver(now)) {
			this.end.waitEnds();
			close();
			this.wake.run();
		}
		else {
			this.end.waitIsOver();
		}
	}

}
