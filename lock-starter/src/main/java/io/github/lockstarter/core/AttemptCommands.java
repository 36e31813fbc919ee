package io.github.lockstarter.core;

import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreReply;

/**
 * The commands of one {@link StoreAttempt}, as they are sent. What is executed after the
 * answer could help, out of a blocked network, must do nothing: each carries its end.
 */
final class AttemptCommands {

	// A waiter may lose two questions and keeps its place; one in a crowd that is late.
	private static final int POLLS_OF_A_PLACE = 3;

	private final LockStore store;

	private final Attempts attempts;

	private final PollSchedule polls;

	private final Crowd crowd;

	private final String name;

	private final long leaseMillis;

	private final WaitBudget budget;

	private long intervalNanos;

	private boolean inCrowd;

	AttemptCommands(EngineContext context, String name, long leaseMillis, WaitBudget budget) {
		this.store = context.store();
		this.attempts = context.attempts();
		this.polls = context.polls();
		this.name = name;
		this.leaseMillis = leaseMillis;
		this.crowd = context.crowd();
		this.intervalNanos = this.crowd.intervalNanos();
		this.budget = budget;
	}

	String name() {
		return this.name;
	}

	/**
	 * Asks for the lock.
	 * @param queued whether it has had a place in the queue
	 */
	CompletionStage<StoreReply> acquire(String id, boolean queued, Moment now) {
		long wait = this.budget.isWaiting(now.nanos()) ? placeMillis() : 0;
		return queued ? this.store.askAgain(this.name, id, this.leaseMillis, wait, notAfter(now))
				: this.store.acquire(this.name, id, this.leaseMillis, wait, notAfter(now));
	}

	/**
	 * Ends the turn of an owner in this JVM in favour of this attempt.
	 */
	CompletionStage<StoreReply> yield(String owner, String id, Moment now) {
		return this.store.yield(this.name, owner, id, this.leaseMillis, placeMillis(), notAfter(now));
	}

	/**
	 * Gives up, but takes the lock if it was granted meanwhile.
	 */
	CompletionStage<StoreReply> cancel(String id, Moment now) {
		return this.store.cancel(this.name, id, this.leaseMillis, notAfter(now));
	}

	/**
	 * Makes sure that it owns nothing and waits for nothing, in the background.
	 */
	void giveBack(String id) {
		this.attempts.giveBack(this.name, id, this.leaseMillis);
	}

	/**
	 * The pause until it asks again after an answer.
	 * @param asked how often it has asked
	 */
	long pauseNanos(StoreReply reply, int asked) {
		return this.polls.pauseNanos(this.name, reply, asked, this.leaseMillis, this.intervalNanos);
	}

	/**
	 * The least pause after a question that was not answered in time. Where so many ask
	 * that it was late because of that, it would be again. Half an interval, so that its
	 * place outlives it, and a part of the wait that is left. Nothing where messages do
	 * not arrive: the lock may be kept for who asks soon.
	 */
	long lateNanos(long now) {
		if (!this.crowd.isLarge() || !this.store.isPushAvailable(this.name)) {
			return 0;
		}
		return this.polls.spread(Math.min(this.intervalNanos / 2, this.budget.leftNanos(now) / 4));
	}

	/**
	 * The pause until it asks because messages may have been lost, with everybody else of
	 * this instance: none, but in a crowd that would be a stop of the store.
	 */
	long silenceNanos() {
		return this.crowd.isLarge() ? this.polls.whileKeptNanos(this.leaseMillis) : 0;
	}

	/**
	 * The attempt begins to ask.
	 */
	void begin() {
		if (this.budget.waits() && !this.inCrowd) {
			this.inCrowd = true;
			this.crowd.enter();
		}
	}

	/**
	 * The attempt has ended.
	 */
	void end() {
		if (this.inCrowd) {
			this.inCrowd = false;
			this.crowd.leave();
		}
	}

	/**
	 * For how long a question keeps the place in the queue. The pause after it is a part
	 * of that, whoever else begins to wait meanwhile.
	 */
	private long placeMillis() {
		this.intervalNanos = this.crowd.intervalNanos();
		return POLLS_OF_A_PLACE * Millis.ofNanosUp(this.intervalNanos);
	}

	private long notAfter(Moment now) {
		return this.budget.answerEnd(now.nanos());
	}

}
