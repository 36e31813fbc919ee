package io.github.lockstarter.sample.stage.timeline;

import java.util.Locale;

/**
 * An event of a task.
 *
 * @param number the number of the task
 * @param server the name of its server
 * @param kind what happened
 * @param atMicros when, in microseconds since 1970
 * @param lock the name of the lock, empty without one
 * @param token the fencing token while the lock is held, otherwise 0
 * @param problem what went wrong, otherwise empty
 */
public record TaskEvent(int number, String server, Kind kind, long atMicros, String lock, long token, String problem) {

	public String line(long beganMicros) {
		return String.format(Locale.ROOT, "%6d ms  %s", (this.atMicros - beganMicros) / 1000, line());
	}

	public String line() {
		String what = this.kind.words + " " + this.number;
		if (this.token > 0) {
			return String.format(Locale.ROOT, "%-18s lock %s, token %d", what, this.lock, this.token);
		}
		return this.problem.isEmpty() ? what : what + ": " + this.problem;
	}

	/**
	 * The events of a task.
	 */
	public enum Kind {

		/**
		 * It starts.
		 */
		WAIT("wait"),

		/**
		 * It has acquired the lock.
		 */
		LOCK("lock by"),

		/**
		 * It starts its work.
		 */
		START("process start"),

		/**
		 * Its work is done.
		 */
		END("process end"),

		/**
		 * It releases the lock.
		 */
		UNLOCK("unlock by"),

		/**
		 * It ended without its work, or lost the lock.
		 */
		FAILED("failed");

		private final String words;

		Kind(String words) {
			this.words = words;
		}

	}

}
