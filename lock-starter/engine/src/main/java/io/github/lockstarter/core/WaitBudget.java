package io.github.lockstarter.core;

import io.github.lockstarter.store.Moment;

/**
 * The one deadline of an acquisition, fixed on entry, which local queue, network and
 * outages of the store share: the wait ends at {@code waitEndNanos}, but answers count
 * for one command timeout after the entry in any case.
 */
record WaitBudget(long beginNanos, long waitEndNanos, long answeredNanos, boolean waits, AnswerTime answers) {

	static WaitBudget of(long now, long waitNanos, AnswerTime answers) {
		return new WaitBudget(now, now + Math.min(waitNanos, Long.MAX_VALUE / 4), now + answers.timeoutNanos(),
				waitNanos > 0, answers);
	}

	// For a request now that may be followed by a wait. After a wait it is the last one.
	WaitBudget withoutWait(long now) {
		return new WaitBudget(this.beginNanos, now, answerEndNanos(), false, this.answers);
	}

	long waitedNanos(long now) {
		return now - this.beginNanos;
	}

	boolean isWaiting(long now) {
		return this.waits && now - this.waitEndNanos < 0;
	}

	long leftNanos(long now) {
		return isWaiting(now) ? this.waitEndNanos - now : 0;
	}

	// Without a wait only an unanswered request is followed by another.
	boolean mayAsk(long now, boolean unanswered) {
		return this.waits ? isWaiting(now) : unanswered && !isOver(now);
	}

	long answerEndNanos(long now) {
		return Moment.earlier(answerEndNanos(), now + this.answers.timeoutNanos());
	}

	long nextTimerNanos(long next, boolean closing) {
		return Moment.earlier(next, (this.waits && !closing) ? this.waitEndNanos : answerEndNanos());
	}

	boolean isOver(long now) {
		return now - answerEndNanos() >= 0;
	}

	// Follows the store: if it gets slower during the wait, it may answer later.
	private long answerEndNanos() {
		long last = this.waitEndNanos + this.answers.lastNanos();
		return (this.answeredNanos - last < 0) ? last : this.answeredNanos;
	}

	/**
	 * How long the store takes to answer, measured over all callers of an instance: that
	 * bounds the time that a caller waits for its last answer.
	 */
	static final class AnswerTime {

		// A busy machine may pause for longer than any answer takes.
		private static final long PAUSE_NANOS = 100_000_000;

		// One answer may be slower than all before it.
		private static final int MARGIN = 2;

		// After that many fast answers a slow one hardly counts.
		private static final int MEMORY = 8;

		private final long timeoutNanos;

		private volatile long slowestNanos;

		AnswerTime(long timeoutNanos) {
			this.timeoutNanos = timeoutNanos;
		}

		// A race between two updates may lose one of them.
		void took(long nanos) {
			long slowest = this.slowestNanos;
			long bounded = Math.min(nanos, this.timeoutNanos);
			this.slowestNanos = Math.max(bounded, slowest - (slowest - bounded) / MEMORY);
		}

		long timeoutNanos() {
			return this.timeoutNanos;
		}

		long lastNanos() {
			return Math.min(PAUSE_NANOS + MARGIN * this.slowestNanos, this.timeoutNanos);
		}

	}

}
