package io.github.lockstarter.core;

import java.time.Duration;

/**
 * The one budget of an acquisition, computed when the caller enters: local queue, network
 * and an outage of the store are all paid from it.
 *
 * @param begin when the caller entered
 * @param waitEnd when it stops waiting for a lock that another holds
 * @param answered until when questions may be answered in any case: one command timeout
 * after the entry
 * @param waits whether the caller waits at all
 * @param answers how long an answer takes: the last one is waited for after the wait
 */
record WaitBudget(long begin, long waitEnd, long answered, boolean waits, AnswerTime answers) {

	static WaitBudget of(long now, long waitNanos, AnswerTime answers) {
		return new WaitBudget(now, now + Math.min(waitNanos, Long.MAX_VALUE / 4), now + answers.timeoutNanos(),
				waitNanos > 0, answers);
	}

	/**
	 * The budget of a caller that asks once, now, and may wait afterwards. At the end of
	 * a wait that is the last answer.
	 */
	WaitBudget withoutWait(long now) {
		return new WaitBudget(this.begin, now, answerEnd(), false, this.answers);
	}

	/**
	 * How long the caller has waited.
	 */
	Duration waited(long now) {
		return Duration.ofNanos(now - this.begin);
	}

	boolean isWaiting(long now) {
		return this.waits && now - this.waitEnd < 0;
	}

	/**
	 * What is left of the wait.
	 */
	long leftNanos(long now) {
		return isWaiting(now) ? this.waitEnd - now : 0;
	}

	/**
	 * Whether there is time for another question. A caller that does not wait asks again
	 * only to learn what became of a question without an answer.
	 */
	boolean mayAsk(long now, boolean unanswered) {
		return this.waits ? isWaiting(now) : unanswered && !isOver(now);
	}

	/**
	 * Until when a command sent now may be answered.
	 */
	long answerEnd(long now) {
		return earlier(answerEnd(), now + this.answers.timeoutNanos());
	}

	/**
	 * When a caller has to act, if it has another reason to act at {@code next}.
	 * @param closing whether it has ended its wait and has one answer outstanding
	 */
	long nextTimer(long next, boolean closing) {
		return earlier(next, (this.waits && !closing) ? this.waitEnd : answerEnd());
	}

	boolean isOver(long now) {
		return now - answerEnd() >= 0;
	}

	// Follows the store: one that gets slower during the wait may answer later.
	private long answerEnd() {
		long last = this.waitEnd + this.answers.lastNanos();
		return (this.answered - last < 0) ? last : this.answered;
	}

	private static long earlier(long one, long other) {
		return (one - other < 0) ? one : other;
	}

}
