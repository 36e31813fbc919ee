package io.github.lockstarter.sample.stage.timeline;

import java.util.Locale;

/**
 * Something that happened to a task.
 *
 * @param number the number of the task
 * @param server the name of the server it runs on
 * @param kind what happened
 * @param atMicros when, in microseconds since 1970
 * @param lock the name of the lock, empty without one
 * @param token the fencing token while the lock is held, otherwise 0
 * @param problem what went wrong, in words, otherwise empty
 */
public record TaskEvent(int number, String server, Kind kind, long atMicros, String lock, long token, String problem) {

	/**
	 * A line for people, with the time.
	 * @param beganMicros when the run began, in microseconds since 1970
	 * @return how long after that, and what happened
	 */
	public String line(long beganMicros) {
		return String.format(Locale.ROOT, "%6d ms  %s", (this.atMicros - beganMicros) / 1000, line());
	}

	/**
	 * A line for people.
	 * @return what happened, to which task, and under which lock and token
	 */
	public String line() {
		String what = this.kind.words + " " + this.number;
		if (this.token > 0) {
			return String.format(Locale.ROOT, "%-18s lock %s, token %d", what, this.lock, this.token);
		}
		return this.problem.isEmpty() ? what : what + ": " + this.problem;
	}

	/**
	 * What can happen to a task.
	 */
	public enum Kind {

		/** It wants to begin. */
		WAIT("wait"),

		/** It has the lock. */
		LOCK("lock by"),

		/** It begins its work. */
		START("process start"),

		/** Its work is done. */
		END("process end"),

		/** It gives the lock back. */
		UNLOCK("unlock by"),

		/** It ended without doing its work, or lost the lock. */
		FAILED("failed");

		private final String words;

		Kind(String words) {
			this.words = words;
		}

	}

}
