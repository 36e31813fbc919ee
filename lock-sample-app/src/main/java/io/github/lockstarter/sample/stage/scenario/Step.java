package io.github.lockstarter.sample.stage.scenario;

/**
 * Something that happened in a scenario.
 *
 * @param scenario the name of the scenario
 * @param run the number of the run
 * @param guarded which way it is played: with what guards it, or without
 * @param kind what kind of step it is
 * @param atMillis when, in milliseconds since the run began
 * @param who the server it happened to, or empty
 * @param words what happened
 */
record Step(String scenario, int run, boolean guarded, Kind kind, long atMillis, String who, String words) {

	String line() {
		return "%6d ms  %-12s %s".formatted(this.atMillis, this.who, this.words);
	}

	/**
	 * What kinds of step there are.
	 */
	enum Kind {

		/** Something happened. */
		STEP,

		/** The verdict: all is well. */
		GOOD,

		/** The verdict: damage was done. */
		BAD,

		/** The scenario could not be played. */
		FAILED

	}

}
