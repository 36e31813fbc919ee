package io.github.lockstarter.core;

/**
 * How long the store may take for an answer, and how long it takes. What a caller is told
 * at the end of its wait depends on one last answer, so it is waited for as long as
 * answers of this store take, and not longer.
 */
final class AnswerTime {

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
	 * How long the answer to one last question is waited for: 100 ms, and twice what the
	 * slowest took lately, but one command timeout at most.
	 */
	long lastNanos() {
		return Math.min(PAUSE_NANOS + MARGIN * this.slowestNanos, this.timeoutNanos);
	}

}
