package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * What one {@link StoreAttempt} says to the store: its commands, which of them is on its
 * way, how many have no answer, what the last one failed with, when to send the next.
 * What is executed after the answer could help, out of a blocked network, must do
 * nothing: each command carries its end. Guarded by the mutex of that attempt.
 */
final class AttemptTraffic {

	private static final Log logger = LogFactory.getLog(AttemptTraffic.class);

	// A waiter may lose two questions and keeps its place; one in a crowd that is late.
	private static final int POLLS_OF_A_PLACE = 3;

	private final EngineContext context;

	private final String name;

	private final RequestedLease terms;

	private final WaitBudget budget;

	private long intervalNanos;

	private boolean inCrowd;

	private @Nullable Command inFlight;

	// The first command after the last answer.
	private @Nullable Moment silent;

	private int asked;

	// As the last answer said it; zero for none.
	private long place;

	private int unanswered;

	private int failures;

	private @Nullable StoreException trouble;

	private @Nullable StoreException lastTrouble;

	private long next;

	private boolean hinted;

	private long hint;

	private boolean urgent;

	AttemptTraffic(EngineContext context, String name, RequestedLease terms, WaitBudget budget) {
		this.context = context;
		this.name = name;
		this.terms = terms;
		this.budget = budget;
		this.intervalNanos = this.context.polls().intervalNanos();
	}

	String name() {
		return this.name;
	}

	/**
	 * The attempt begins to ask.
	 */
	void begin() {
		if (this.budget.waits() && !this.inCrowd) {
			this.inCrowd = true;
			this.context.polls().enter();
		}
	}

	/**
	 * The attempt has ended.
	 */
	void end() {
		if (this.inCrowd) {
			this.inCrowd = false;
			this.context.polls().leave();
		}
	}

	/**
	 * It ended with the lock in its hands.
	 */
	void granted(AttemptOutcome.Granted grant) {
		if (logger.isDebugEnabled()) {
			logger.debug("Lock '" + LoggedText.name(this.name) + "' is granted to " + grant.ownership().id()
					+ (grant.provisional() ? " by a message" : " by an answer") + ", fencing token "
					+ grant.ownership().token());
		}
		end();
	}

	/**
	 * Asks for the lock.
	 * @param queued whether it has had a place in the queue
	 */
	Command ask(String id, boolean queued) {
		Moment now = this.context.now();
		long wait = this.budget.isWaiting(now.nanos()) ? placeMillis() : 0;
		return sent(new Command(id, now, asked(id, queued, wait, this.budget.answerEnd(now.nanos()))));
	}

	private CompletionStage<StoreReply> asked(String id, boolean queued, long wait, long notAfter) {
		if (this.terms.isShared()) {
			return this.context.store()
				.share(this.name, id, this.terms.limit(), this.terms.leaseMillis(), wait, queued, notAfter);
		}
		return queued ? this.context.store().askAgain(this.name, id, this.terms.leaseMillis(), wait, notAfter)
				: this.context.store().acquire(this.name, id, this.terms.leaseMillis(), wait, notAfter);
	}

	/**
	 * Ends the turn of an owner in this JVM in favour of this attempt.
	 */
	Command yield(String owner, String id) {
		Moment now = this.context.now();
		return sent(new Command(id, now, this.context.store()
			.yield(this.name, owner, id, this.terms.leaseMillis(), placeMillis(), this.budget.answerEnd(now.nanos()))));
	}

	/**
	 * The last question, at the end of a wait: gives up, but takes the lock if it was
	 * granted meanwhile. If all questions came too late it is asked anew, without a place
	 * in the queue: nothing else says who has the lock.
	 * @param inStore whether the store has the attempt
	 */
	Command last(String id, boolean inStore, AttemptOutcome.Verdict verdict) {
		return (!inStore && !isAnyUnanswered() && verdict.asksAnew()) ? ask(id, false) : cancel(id);
	}

	private Command cancel(String id) {
		Moment now = this.context.now();
		return sent(new Command(id, now, this.context.store()
			.cancel(this.name, id, this.terms.leaseMillis(), this.budget.answerEnd(now.nanos()))));
	}

	/**
	 * Makes sure that an id owns nothing and waits for nothing, in the background.
	 */
	void giveBack(String id) {
		this.context.attempts().giveBack(this.name, id, this.terms.leaseMillis());
	}

	/**
	 * For how long a question keeps the place in the queue. The pause after it is a part
	 * of that, whoever else begins to wait meanwhile.
	 */
	private long placeMillis() {
		this.intervalNanos = this.context.polls().intervalNanos(this.place);
		return POLLS_OF_A_PLACE * Millis.ofNanosUp(this.intervalNanos);
	}

	private Command sent(Command command) {
		Moment now = command.sent();
		this.inFlight = command;
		this.silent = (this.silent != null) ? this.silent : now;
		this.hinted &= this.hint - now.nanos() > 0;
		this.urgent = false;
		this.unanswered++;
		this.asked++;
		return command;
	}

	/**
	 * A command has its answer.
	 * @return whether it is the latest one, and was not given up
	 */
	boolean answered(Command command, StoreReply reply) {
		this.context.answerTime().took(this.context.nanoTime() - command.sent().nanos());
		if (reply.status() == StoreReply.Status.WAIT && logger.isDebugEnabled()) {
			logger.debug("Lock '" + LoggedText.name(this.name) + "' is not free: " + command.id() + " waits at place "
					+ reply.queue() + ", the lease ends in " + reply.leaseMillis() + "ms");
		}
		this.unanswered--;
		this.place = reply.queue();
		this.silent = null;
		boolean latest = command == this.inFlight;
		if (latest) {
			this.inFlight = null;
			this.trouble = null;
			this.failures = 0;
		}
		return latest;
	}

	/**
	 * A command has failed.
	 * @return whether it is the latest one, and was not given up
	 */
	boolean failed(Command command, StoreException failure) {
		if (failure.getOutcome() == StoreException.Outcome.NOT_SENT) {
			this.unanswered--;
		}
		boolean latest = command == this.inFlight;
		if (latest) {
			giveUp(failure, this.context.nanoTime());
		}
		else {
			this.lastTrouble = failure;
		}
		return latest;
	}

	/**
	 * Gives up the command on its way if it had its time. The next is sent soon, but not
	 * before the pause of a crowd, unless a message has asked for it.
	 */
	void checkTimeout(long now) {
		if (this.inFlight != null && now - this.inFlight.sent().nanos() >= this.context.commandTimeoutNanos()) {
			giveUp(AnswerWait.late(this.context.store(), this.context.commandTimeoutNanos(), null), now);
			if (!this.hinted && !this.urgent) {
				this.next = now + Math.max(this.next - now, lateNanos(now));
			}
		}
	}

	/**
	 * The least pause after a question that was not answered in time. Where so many ask
	 * that it was late because of that, it would be again. Half an interval, so that its
	 * place outlives it, and a part of the wait that is left. Nothing where messages do
	 * not arrive: the lock may be kept for who asks soon.
	 */
	private long lateNanos(long now) {
		if (!this.context.polls().isCrowded() || !this.context.store().isPushAvailable(this.name)) {
			return 0;
		}
		return this.context.polls().spread(Math.min(this.intervalNanos / 2, this.budget.leftNanos(now) / 4));
	}

	/**
	 * The lock was granted, but the answer came after the end of the lease.
	 */
	void tooLate(long leaseMillis, long now) {
		giveUp(new StoreException(StoreException.Outcome.UNKNOWN, "its answers take longer than the lease of "
				+ DurationText.of(Duration.ofMillis(leaseMillis)) + " lasts", null), now);
	}

	private void giveUp(StoreException failure, long now) {
		this.inFlight = null;
		this.trouble = failure;
		this.lastTrouble = failure;
		this.next = now + this.context.retryBackOff().nanos(this.failures++);
	}

	boolean isOnItsWay() {
		return this.inFlight != null;
	}

	/**
	 * Whether more than one command was sent.
	 */
	boolean hasAskedAgain() {
		return this.asked > 1;
	}

	/**
	 * Whether some command may yet be executed, or was without our knowledge.
	 */
	boolean isAnyUnanswered() {
		return this.unanswered > 0;
	}

	/**
	 * What the latest command failed with.
	 */
	@Nullable StoreException trouble() {
		return this.trouble;
	}

	/**
	 * Why there is no answer that helps: what the last command that failed has failed
	 * with; else for how long the store has not answered. Null if it has.
	 */
	@Nullable StoreException reason(long now) {
		Moment since = this.silent;
		return (this.lastTrouble == null && since != null)
				? AnswerWait.late(this.context.store(), now - since.nanos(), null) : this.lastTrouble;
	}

	/**
	 * Whether the store cannot be said to answer: it failed, or is silent for longer than
	 * a healthy one ever is.
	 */
	boolean isInTrouble(long now) {
		return this.trouble != null || (this.inFlight != null
				&& now - this.inFlight.sent().nanos() > this.context.commandTimeoutNanos() / 2);
	}

	/**
	 * Asks again some time after an answer that said to wait, or sooner if a message has
	 * asked for it while the question was on its way.
	 * @return whether that is before whoever waits looks anyway, because the question has
	 * had its time; else there is no need to wake it only to sleep again
	 */
	boolean pauseAfter(StoreReply reply, Moment sent, long now) {
		long at = now + this.context.polls()
			.pauseNanos(this.name, reply, this.asked, this.terms.leaseMillis(), this.intervalNanos);
		this.next = (this.hinted && this.hint - at < 0) ? this.hint : at;
		this.hinted = false;
		return this.next - (sent.nanos() + this.context.commandTimeoutNanos()) < 0;
	}

	/**
	 * The pause until it asks because messages may have been lost, with everybody else of
	 * this instance: none, but in a crowd that would be a stop of the store.
	 */
	long pauseAfterSilence() {
		return this.context.polls().isCrowded() ? this.context.polls().whileKeptNanos(this.terms.leaseMillis()) : 0;
	}

	/**
	 * Sends the next command at that time if it was to be sent later.
	 * @return whether that moved it
	 */
	boolean notAfter(long at) {
		if (this.inFlight != null) {
			this.hint = at;
			this.hinted = true;
			return false;
		}
		if (at - this.next < 0) {
			this.next = at;
			return true;
		}
		return false;
	}

	/**
	 * The command on its way asks for what is kept for a short time.
	 */
	void markUrgent() {
		this.urgent = true;
	}

	boolean isDue(long now) {
		return this.inFlight == null && now - this.next >= 0;
	}

	/**
	 * When something is due: the next command, or the timeout of the one on its way.
	 */
	long nextTimer() {
		return (this.inFlight != null) ? this.inFlight.sent().nanos() + this.context.commandTimeoutNanos() : this.next;
	}

	/**
	 * A command on its way.
	 *
	 * @param id for which it was sent
	 * @param sent before it was sent
	 * @param answer the answer
	 */
	record Command(String id, Moment sent, CompletionStage<StoreReply> answer) {

	}

}
