package io.github.lockstarter.simulation.workload;

import io.github.lockstarter.proof.history.Line;

/**
 * Times of a world as a history has them: there zero is for what did not come, so all are
 * a nanosecond later.
 */
public final class WorldTime {

	private static final char RENEWAL_ANSWERED = 'o';

	private WorldTime() {
	}

	/**
	 * Makes a line of a history.
	 * @param kind the kind of event
	 * @param nanos when, in the world
	 * @param words what; a renewal that is answered is known by the time when it was sent
	 * @return the line
	 */
	public static Line line(char kind, long nanos, Object... words) {
		if (kind != RENEWAL_ANSWERED) {
			return new Line(kind, nanos + 1, words);
		}
		Object[] shifted = words.clone();
		shifted[1] = (Long) words[1] + 1;
		return new Line(kind, nanos + 1, shifted);
	}

}
