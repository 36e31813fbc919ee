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

	boolean isWaiting(long now) {
		return this.waits && now - this.waitEnd < 0;
	}

}
