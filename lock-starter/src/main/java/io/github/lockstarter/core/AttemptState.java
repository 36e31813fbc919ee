package io.github.lockstarter.core;

import java.util.concurrent.CompletionStage;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.text.LoggedText;

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

	private static final Log logger = LogFactory.getLog(AttemptState.class);

	private final EngineContext context;

	private final AttemptTraffic traffic;

	private final WaitBudget budget;

	private final Runnable wake;

	private final StoreAttempt attempt;

	private final Attempts attempts;

	private final PendingCommands pending;

	private final MessageAge messageAge = new MessageAge();

	private final RefusalVerdict verdict = new RefusalVerdict();

	private String id;

	private boolean queued;

	private boolean closing;

	private volatile @Nullable AttemptOutcome outcome;

	AttemptState(EngineContext context, AttemptTraffic traffic, WaitBudget budget, Runnable wake,
			StoreAttempt attempt) {
		this.context = context;
		this.traffic = traffic;
		this.pending = traffic.pending();
		this.budget = budget;
		this.wake = wake;
		this.attempt = attempt;
		this.attempts = context.attempts();
		this.id = this.attempts.next();
	}

	/**
	 * The attempt can be found from now on.
	 */
	void register() {
		this.attempts.register(this.id, this.attempt);
	}

	@Nullable AttemptOutcome outcome() {
		return this.outcome;
	}

	long nextTimer() {
		return this.budget.nextTimer(this.pending.nextTimer(), this.closing);
	}

	boolean isHeldByAnother() {
		return (this.outcome != null) ? this.outcome instanceof AttemptOutcome.Granted
				: this.verdict.with(this.pending.isInTrouble(this.context.nanoTime())) == Refusal.HELD_BY_ANOTHER;
	}

	void start() {
		if (this.outcome == null) {
			ask();
		}
	}

	CompletionStage<StoreReply> startByYield(String owner) {
		return this.traffic.yield(owner, this.id, this);
	}

	void onTimer() {
		if (this.outcome != null) {
			return;
		}
		long now = this.context.nanoTime();
		this.pending.checkTimeout(now);
		if (this.closing && this.budget.isOver(now)) {
			fail(Refusal.UNAVAILABLE);
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
		AttemptOutcome ended = this.outcome;
		if (ended != null || !message.id().equals(this.id)) {
			return ended != null && ended.grants(message.id());
		}
		this.context.pushes().received(arrival.nanos());
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
		Moment begin = this.messageAge.begin(message, arrival);
		boolean entered = begin != null && !this.context.settings().handOffConfirm() && enter(message, begin);
		if (!entered && !this.closing) {
			ask();
		}
	}

	private boolean enter(PushMessage message, Moment begin) {
		LeaseDeadline deadline = LeaseDeadline.after(begin, message.millis());
		boolean fresh = deadline.remainingNanos(this.context.now()) > Millis.toNanos(message.millis()) / 2;
		if (fresh) {
			granted(message.firstToken(), message.lastToken(), begin, deadline, true);
		}
		return fresh;
	}

	void askNow() {
		if (this.outcome == null && this.queued) {
			askAt(this.context.nanoTime());
		}
	}

	void abandon(Refusal reason) {
		if (this.outcome == null) {
			fail(reason);
		}
	}

	private void ask() {
		this.traffic.ask(this.id, this.queued, this);
	}

	private void close() {
		this.closing = true;
		this.traffic.cancel(this.id, this);
	}

	@Override
	public void onFailure(StoreException failure) {
		if (this.outcome == null) {
			if (failure.getOutcome() == StoreException.Outcome.REJECTED) {
				fail(Refusal.UNAVAILABLE);
			}
			this.wake.run();
		}
	}

	@Override
	public void onReply(String asked, StoreReply reply, Moment sent, boolean latest) {
		if (this.outcome == null && asked.equals(this.id)) {
			onReply(reply, sent, latest);
		}
		else if (reply.isInStore() && this.attempts.find(asked) != this.attempt) {
			// executed after we gave up, or after the hold has ended
			this.traffic.giveBack(asked);
		}
	}

	private void onReply(StoreReply reply, Moment sent, boolean latest) {
		long now = this.context.nanoTime();
		this.queued = this.queued || reply.isInStore();
		this.verdict.heard(reply);
		if (reply.status() == Status.OWNED) {
			onOwned(reply, sent);
		}
		else if (latest) {
			switch (reply.status()) {
				case STALE, LOST -> again(now);
				case FINISHED -> {
					newAttempt();
					again(now);
				}
				case WAIT -> onWait(reply, sent, now);
				default -> {
					this.queued = false;
					fail(this.verdict.atEnd());
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
			this.pending.tooLate(reply.leaseMillis(), now.nanos());
			newAttempt();
			this.wake.run();
			return;
		}
		if (this.messageAge.isKnown() && !this.closing) {
			this.context.pushes().missed(this.traffic.name(), now.nanos());
		}
		granted(reply.firstToken(), reply.lastToken(), sent, deadline, false);
	}

	private void onWait(StoreReply reply, Moment sent, long now) {
		if (logger.isDebugEnabled()) {
			logger.debug("Lock '" + LoggedText.name(this.traffic.name()) + "' is not free: " + this.id
					+ " waits at place " + reply.queue() + ", the lease ends in " + reply.leaseMillis() + "ms");
		}
		this.messageAge.answered(sent, reply.time());
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

	private void newAttempt() {
		this.attempts.unregister(this.id);
		this.id = this.attempts.next();
		register();
		this.queued = false;
		this.messageAge.clear();
	}

	private void endWait(long now) {
		boolean unclear = this.queued || this.pending.isAnyUnanswered();
		if (unclear && this.budget.waits() && !this.closing && !this.budget.isOver(now)) {
			this.verdict.waitEnded(this.pending.trouble());
			close();
			this.wake.run();
		}
		else {
			fail(this.verdict.with(this.pending.trouble() != null));
		}
	}

	private void granted(long first, long last, Moment begin, LeaseDeadline deadline, boolean provisional) {
		if (logger.isDebugEnabled()) {
			logger.debug("Lock '" + LoggedText.name(this.traffic.name()) + "' is granted to " + this.id
					+ (provisional ? " by a message" : " by an answer") + ", fencing token " + first);
		}
		this.outcome = new AttemptOutcome.Granted(new Ownership(this.id, first, first, last, begin), deadline,
				provisional);
		this.wake.run();
	}

	private void fail(Refusal reason) {
		this.outcome = new AttemptOutcome.Failed(reason,
				(reason == Refusal.UNAVAILABLE) ? this.pending.lastTrouble() : null);
		this.attempts.unregister(this.id);
		if (this.queued || this.pending.isAnyUnanswered()) {
			this.traffic.giveBack(this.id);
		}
		this.wake.run();
	}

}
