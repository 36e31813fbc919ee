package io.github.lockstarter.core;

import io.github.lockstarter.store.Moment;

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
	long waitedNanos(long now) {
		return now - this.begin;
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
		return Moment.earlier(answerEnd(), now + this.answers.timeoutNanos());
	}

	/**
	 * When a caller has to act, if it has another reason to act at {@code next}.
	 * @param closing whether it has ended its wait and has one answer outstanding
	 */
	long nextTimer(long next, boolean closing) {
		return Moment.earlier(next, (this.waits && !closing) ? this.waitEnd : answerEnd());
	}

	boolean isOver(long now) {
		return now - answerEnd() >= 0;
	}

	// Follows the store: one that gets slower during the wait may answer later.
	private long answerEnd() {
		long last = this.waitEnd + this.answers.lastNanos();
		return (this.answered - last < 0) ? last : this.answered;
	}

	/**
	 * How long the store may take for an answer, and how long it takes. What a caller is
	 * told at the end of its wait depends on one last answer, so it is waited for as long
	 * as answers of this store take, and not longer. One for all callers of an instance.
	 */
	static final class AnswerTime {

		// A busy machine may pause for longer than any answer takes.
		private static final long PAUSE_NANOS = 100_000_000;

		// One answer may be slower than all before it.
		private static final int MARGIN = 2;

		// So many fast answers make a slow one a matter of the past.
		private static final int MEMORY = 8;

		private final long timeoutNanos;

		private volatile long slowestNanos;

		AnswerTime(long timeoutNanos) {
			this.timeoutNanos = timeoutNanos;
		}

		/**
		 * An answer took so long. Of two at the same moment one may be forgotten.
		 */
		void took(long nanos) {
			long slowest = this.slowestNanos;
			long bounded = Math.min(nanos, this.timeoutNanos);
			this.slowestNanos = Math.max(bounded, slowest - (slowest - bounded) / MEMORY);
		}

		/**
		 * After that time an answer is not waited for any more.
		 */
		long timeoutNanos() {
			return this.timeoutNanos;
		}

		/**
		 * How long the answer to one last question is waited for: 100 ms, and twice what
		 * the slowest took lately, but one command timeout at most.
		 */
		long lastNanos() {
			return Math.min(PAUSE_NANOS + MARGIN * this.slowestNanos, this.timeoutNanos);
		}

	}

}
