package io.github.lockstarter.core;

import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * One caller's way to a lock in the store. A passive state machine, fed by answers and
 * messages of the store and, through {@link #onTimer()}, by whoever waits for it; it
 * never blocks. Its states:
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
 * All commands leave under this object's mutex, so those of one attempt keep their order.
 */
final class StoreAttempt implements Attempts.Waiter {

	private final EngineContext context;

	private final Attempts attempts;

	private final String name;

	private final long leaseMillis;

	private final WaitBudget budget;

	private final Runnable wake;

	private final ReentrantLock mutex = new ReentrantLock();

	private final AttemptCommands commands;

	private final PendingCommands pending;

	private final MessageAge messageAge = new MessageAge();

	private final Verdict verdict = new Verdict();

	private String id;

	private boolean queued;

	private boolean closing;

	private volatile @Nullable AttemptOutcome outcome;

	StoreAttempt(EngineContext context, String name, long leaseMillis, WaitBudget budget, Runnable wake) {
		this.context = context;
		this.attempts = context.attempts();
		this.name = name;
		this.leaseMillis = leaseMillis;
		this.budget = budget;
		this.wake = wake;
		this.commands = new AttemptCommands(context.store(), context.settings(), name, leaseMillis, budget);
		this.pending = new PendingCommands(context.store(), context.commandTimeoutNanos(), context.retryBackOff());
		this.id = this.attempts.next();
		this.attempts.register(this.id, this);
	}

	/**
	 * Asks the store for the first time.
	 */
	void start() {
		guarded(() -> {
			if (this.outcome == null) {
				ask();
			}
		});
	}

	/**
	 * Asks for the first time by ending the turn of an owner in this JVM: what that does
	 * not give, the next question asks for.
	 * @param owner the attempt that owns the lock
	 * @return the answer, for that owner
	 */
	CompletionStage<StoreReply> startByYield(String owner) {
		return guarded(() -> {
			Moment now = this.context.now();
			CompletionStage<StoreReply> answer = this.commands.yield(owner, this.id, now);
			send(now, answer);
			return answer;
		});
	}

	/**
	 * How it ended, or {@code null} while it has not.
	 */
	@Nullable AttemptOutcome outcome() {
		return this.outcome;
	}

	/**
	 * When {@link #onTimer()} is due, on the monotonic clock.
	 */
	long nextTimer() {
		return guarded(() -> this.budget.nextTimer(this.pending.nextTimer(), this.closing));
	}

	/**
	 * Does what is due: asks again, gives up a command without an answer, ends the wait.
	 */
	void onTimer() {
		guarded(() -> {
			if (this.outcome == null) {
				long now = this.context.nanoTime();
				this.pending.checkTimeout(now);
				doDue(now);
			}
		});
	}

	private void doDue(long now) {
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

	@Override
	public boolean onHandOff(PushMessage message, Moment arrival) {
		return guarded(() -> {
			AttemptOutcome ended = this.outcome;
			if (ended != null || !message.id().equals(this.id)) {
				return ended != null && ended.grants(message.id());
			}
			this.context.pushes().received(arrival.nanos());
			if (message.kind() == PushMessage.Kind.HINT) {
				// a pause is rounded down
				askAt(arrival.nanos() + ((message.millis() > 0) ? (message.millis() + 1) * 1_000_000 : 0));
			}
			else if (!enter(message, arrival) && !this.closing) {
				ask();
			}
			return true;
		});
	}

	@Override
	public void askNow() {
		guarded(() -> {
			if (this.outcome == null && this.queued) {
				askAt(this.context.nanoTime());
			}
		});
	}

	@Override
	public void abandon(Refusal reason) {
		guarded(() -> {
			if (this.outcome == null) {
				fail(reason);
			}
		});
	}

	/**
	 * Whether the store has lately said that another holds the lock.
	 */
	boolean isHeldByAnother() {
		return guarded(() -> (this.outcome != null) ? this.outcome instanceof AttemptOutcome.Granted
				: this.verdict.with(this.pending.isInTrouble(this.context.nanoTime())) == Refusal.HELD_BY_ANOTHER);
	}

	private void ask() {
		Moment now = this.context.now();
		send(now, this.commands.acquire(this.id, this.queued, now));
	}

	private void close() {
		this.closing = true;
		Moment now = this.context.now();
		send(now, this.commands.cancel(this.id, now));
	}

	private void send(Moment now, CompletionStage<StoreReply> answer) {
		String asked = this.id;
		int number = this.pending.sent(now);
		answer.whenComplete((reply, failure) -> onAnswer(asked, number, now, reply, failure));
	}

	private void onAnswer(String asked, int number, Moment sent, @Nullable StoreReply reply,
			@Nullable Throwable failure) {
		guarded(() -> {
			if (reply == null) {
				onFailure(number, StoreException.of(Objects.requireNonNull(failure)));
				return;
			}
			this.context.answerTime().took(this.context.nanoTime() - sent.nanos());
			boolean latest = this.pending.answered(number);
			if (this.outcome == null && asked.equals(this.id)) {
				onReply(reply, sent, latest);
			}
			else if (reply.isInStore() && this.attempts.find(asked) != this) {
				// executed after we gave up, or after the hold has ended
				this.attempts.giveBack(this.name, asked, this.leaseMillis);
			}
		});
	}

	private void onFailure(int number, StoreException failure) {
		if (this.pending.failed(number, failure, this.context.nanoTime()) && this.outcome == null) {
			if (failure.getOutcome() == StoreException.Outcome.REJECTED) {
				fail(Refusal.UNAVAILABLE);
			}
			this.wake.run();
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
			this.attempts.giveBack(this.name, this.id, this.leaseMillis);
			this.pending.tooLate(reply.leaseMillis(), now.nanos());
			newAttempt();
			this.wake.run();
			return;
		}
		if (this.messageAge.isKnown() && !this.closing) {
			this.context.pushes().missed(this.name, now.nanos());
		}
		granted(reply.firstToken(), reply.lastToken(), sent, deadline, false);
	}

	private void onWait(StoreReply reply, Moment sent, long now) {
		this.messageAge.answered(sent, reply.time());
		if (this.budget.isWaiting(now)) {
			this.pending.nextAt(
					now + this.context.polls().pauseNanos(this.name, reply, this.pending.count(), this.leaseMillis));
			this.wake.run();
		}
		else {
			endWait(now);
		}
	}

	private boolean enter(PushMessage message, Moment arrival) {
		Moment begin = this.messageAge.begin(message, arrival);
		if (begin == null || this.context.settings().handOffConfirm()) {
			return false;
		}
		LeaseDeadline deadline = LeaseDeadline.after(begin, message.millis());
		boolean fresh = deadline.remainingNanos(this.context.now()) > message.millis() * 1_000_000 / 2;
		if (fresh) {
			granted(message.firstToken(), message.lastToken(), begin, deadline, true);
		}
		return fresh;
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
		this.attempts.register(this.id, this);
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
		this.outcome = new AttemptOutcome.Granted(new Ownership(this.id, first, first, last, begin), deadline,
				provisional);
		this.wake.run();
	}

	private void fail(Refusal reason) {
		this.outcome = new AttemptOutcome.Failed(reason,
				(reason == Refusal.UNAVAILABLE) ? this.pending.lastTrouble() : null);
		this.attempts.unregister(this.id);
		if (this.queued || this.pending.isAnyUnanswered()) {
			this.attempts.giveBack(this.name, this.id, this.leaseMillis);
		}
		this.wake.run();
	}

	private void guarded(Runnable step) {
		guarded(() -> {
			step.run();
			return this;
		});
	}

	private <T> T guarded(Supplier<T> step) {
		this.mutex.lock();
		try {
			return step.get();
		}
		finally {
			this.mutex.unlock();
		}
	}

}
