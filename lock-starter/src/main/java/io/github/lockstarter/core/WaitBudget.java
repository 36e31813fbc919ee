package io.github.lockstarter.core;

/**
 * The one budget of an acquisition, computed when the caller enters: local queue, network
 * and Redis outage are all paid from it.
 *
 * @param begin when the caller entered
 * @param waitEnd when it stops waiting for a lock that another holds
 * @param answerEnd until when the last question may be answered: one command timeout
 * after the entry at least
 * @param waits whether the caller waits at all
 */
record WaitBudget(long begin, long waitEnd, long answerEnd, boolean waits) {

	// The question at the end of a long wait is answered in well under a millisecond by a
	// Redis that is there.
	private static final long LAST_ANSWER_NANOS = 100_000_000;

	static WaitBudget of(long now, long waitNanos, long commandTimeoutNanos) {
		long waitEnd = now + Math.min(waitNanos, Long.MAX_VALUE / 4);
		long answer = Math.max(commandTimeoutNanos, waitEnd - now + Math.min(LAST_ANSWER_NANOS, commandTimeoutNanos));
		return new WaitBudget(now, waitEnd, now + answer, waitNanos > 0);
	}

	/**
	 * The budget of a caller that asks once, and may wait afterwards.
	 */
	WaitBudget withoutWait() {
		return new WaitBudget(this.begin, this.begin, this.answerEnd, false);
	}

	boolean isWaiting(long now) {
		return this.waits && now - this.waitEnd < 0;
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
	long answerEnd(long now, long timeoutNanos) {
		return earlier(this.answerEnd, now + timeoutNanos);
	}

	/**
	 * When a caller has to act, if it has another reason to act at {@code next}.
	 * @param closing whether it has ended its wait and has one answer outstanding
	 */
	long nextTimer(long next, boolean closing) {
		return earlier(next, (this.waits && !closing) ? this.waitEnd : this.answerEnd);
	}

	boolean isOver(long now) {
		return now - this.answerEnd >= 0;
	}

	private static long earlier(long one, long other) {
		return (one - other < 0) ? one : other;
	}

}
