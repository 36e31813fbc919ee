package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * The commands of one {@link StoreAttempt}: which one is in flight, how many are
 * unanswered, how the last one failed, and when the next is due; guarded by the mutex of
 * the attempt.
 */
final class AttemptTraffic {

	private static final Logger logger = LoggerFactory.getLogger(AttemptTraffic.class);

	// A waiter keeps its place if two polls are lost, or if one is late in a crowd.
	private static final int POLLS_OF_A_PLACE = 3;

	private final EngineContext context;

	private final String name;

	private final LeaseTerms terms;

	private final WaitBudget budget;

	private long intervalNanos;

	private boolean inCrowd;

	private @Nullable Command inFlight;

	// The first command since the last answer.
	private @Nullable Moment silent;

	private int asked;

	// According to the last answer; zero for none.
	private long place;

	private int unanswered;

	private int failures;

	private @Nullable StoreException trouble;

	private @Nullable StoreException lastTrouble;

	private long nextNanos;

	private boolean hinted;

	private long hintNanos;

	private boolean urgent;

	AttemptTraffic(EngineContext context, String name, LeaseTerms terms, WaitBudget budget) {
		this.context = context;
		this.name = name;
		this.terms = terms;
		this.budget = budget;
		this.intervalNanos = this.context.polls().intervalNanos();
	}

	String name() {
		return this.name;
	}

	void begin() {
		if (this.budget.waits() && !this.inCrowd) {
			this.inCrowd = true;
			this.context.polls().enter();
		}
	}

	void end() {
		if (this.inCrowd) {
			this.inCrowd = false;
			this.context.polls().leave();
		}
	}

	void granted(AttemptOutcome.Granted grant) {
		if (logger.isDebugEnabled()) {
			logger.debug("Lock '" + LoggedText.name(this.name) + "' is granted to " + grant.ownership().id()
					+ (grant.provisional() ? " by a notification" : " by an answer") + ", fencing token "
					+ grant.ownership().token());
		}
		end();
	}

	Command ask(String id, boolean queued) {
		Moment now = this.context.now();
		long wait = this.budget.isWaiting(now.nanos()) ? placeMillis() : 0;
		return sent(new Command(id, now, asked(id, queued, wait, this.budget.answerEndNanos(now.nanos()))));
	}

	private CompletionStage<StoreReply> asked(String id, boolean queued, long wait, long notAfter) {
		if (this.terms.isShared()) {
			return this.context.store()
				.share(this.name, id, this.terms.holders().limit(), this.terms.leaseMillis(), wait, queued, notAfter);
		}
		return queued ? this.context.store().askAgain(this.name, id, this.terms.leaseMillis(), wait, notAfter)
				: this.context.store().acquire(this.name, id, this.terms.leaseMillis(), wait, notAfter);
	}

	Command yield(String owner, String id) {
		Moment now = this.context.now();
		return sent(new Command(id, now,
				this.context.store()
					.yield(this.name, owner, id, this.terms.leaseMillis(), placeMillis(),
							this.budget.answerEndNanos(now.nanos()))));
	}

	// At the end of a wait: cancels, but accepts a grant that came meanwhile. If every
	// request came too late, the lock is requested once more without a place in the
	// queue, because no other answer can name the holder.
	Command last(String id, boolean inStore, AttemptOutcome.Verdict verdict) {
		return (!inStore && !isAnyUnanswered() && verdict.takeUnasked()) ? ask(id, false) : cancel(id);
	}

	private Command cancel(String id) {
		Moment now = this.context.now();
		return sent(new Command(id, now, this.context.store()
			.cancel(this.name, id, this.terms.leaseMillis(), this.budget.answerEndNanos(now.nanos()))));
	}

	void giveBack(String id) {
		this.context.attempts().giveBack(this.name, id, this.terms.leaseMillis());
	}

	// How long the store keeps the place in the queue. The next pause uses the same
	// interval, even if more waiters arrive before it.
	private long placeMillis() {
		this.intervalNanos = this.context.polls().intervalNanos(this.place);
		return POLLS_OF_A_PLACE * Millis.ofNanosUp(this.intervalNanos);
	}

	private Command sent(Command command) {
		Moment now = command.sent();
		this.inFlight = command;
		this.silent = (this.silent != null) ? this.silent : now;
		this.hinted &= this.hintNanos - now.nanos() > 0;
		this.urgent = false;
		this.unanswered++;
		this.asked++;
		return command;
	}

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

	// Soon, but in a crowd not before the pause, unless a notification asked for it.
	void checkTimeout(long now) {
		if (this.inFlight != null && now - this.inFlight.sent().nanos() >= this.context.commandTimeoutNanos()) {
			giveUp(AnswerWait.late(this.context.store(), this.context.commandTimeoutNanos(), null), now);
			if (!this.hinted && !this.urgent) {
				this.nextNanos = now + Math.max(this.nextNanos - now, lateNanos(now));
			}
		}
	}

	// A poll that was late because of the crowd would be late again without a pause. Half
	// an interval, so that the place outlives it; a quarter of the remaining wait; and
	// none without notifications, because the lock may be kept for the next waiter that
	// polls.
	private long lateNanos(long now) {
		if (!this.context.polls().isCrowded() || !this.context.store().isPushAvailable(this.name)) {
			return 0;
		}
		return this.context.polls().spread(Math.min(this.intervalNanos / 2, this.budget.leftNanos(now) / 4));
	}

	void tooLate(long leaseMillis, long now) {
		giveUp(new StoreException(StoreException.Outcome.UNKNOWN, "its answers take longer than the lease of "
				+ DurationText.of(Duration.ofMillis(leaseMillis)) + " lasts", null), now);
	}

	private void giveUp(StoreException failure, long now) {
		this.inFlight = null;
		this.trouble = failure;
		this.lastTrouble = failure;
		this.nextNanos = now + this.context.retryBackOff().nanos(this.failures++);
	}

	boolean isOnItsWay() {
		return this.inFlight != null;
	}

	boolean hasAskedAgain() {
		return this.asked > 1;
	}

	boolean isAnyUnanswered() {
		return this.unanswered > 0;
	}

	@Nullable StoreException trouble() {
		return this.trouble;
	}

	@Nullable StoreException reason(long now) {
		Moment since = this.silent;
		return (this.lastTrouble == null && since != null)
				? AnswerWait.late(this.context.store(), now - since.nanos(), null) : this.lastTrouble;
	}

	// Failed, or silent for longer than a healthy store ever is.
	boolean isInTrouble(long now) {
		return this.trouble != null || (this.inFlight != null
				&& now - this.inFlight.sent().nanos() > this.context.commandTimeoutNanos() / 2);
	}

	// Returns whether the next poll is due before the timeout of this command, until
	// which the waiter sleeps; otherwise it need not be woken.
	boolean pauseAfter(StoreReply reply, Moment sent, long now) {
		long at = now + this.context.polls()
			.pauseNanos(this.name, reply, this.asked, this.terms.leaseMillis(), this.intervalNanos);
		this.nextNanos = (this.hinted && this.hintNanos - at < 0) ? this.hintNanos : at;
		this.hinted = false;
		return this.nextNanos - (sent.nanos() + this.context.commandTimeoutNanos()) < 0;
	}

	// After a gap in the subscription all waiters of this instance poll. Their polls are
	// spread in a crowd, which would otherwise stall the store.
	long pauseAfterSilence() {
		return this.context.polls().isCrowded() ? this.context.polls().whileKeptNanos(this.terms.leaseMillis()) : 0;
	}

	boolean advanceTo(long at) {
		if (this.inFlight != null) {
			this.hintNanos = at;
			this.hinted = true;
			return false;
		}
		if (at - this.nextNanos < 0) {
			this.nextNanos = at;
			return true;
		}
		return false;
	}

	void markUrgent() {
		this.urgent = true;
	}

	boolean isDue(long now) {
		return this.inFlight == null && now - this.nextNanos >= 0;
	}

	long nextTimerNanos() {
		return (this.inFlight != null) ? this.inFlight.sent().nanos() + this.context.commandTimeoutNanos()
				: this.nextNanos;
	}

	/**
	 * A command that was sent; {@code sent} is a moment before that.
	 */
	record Command(String id, Moment sent, CompletionStage<StoreReply> answer) {

	}

}
