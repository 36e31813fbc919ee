package io.github.lockstarter.sample.stage.scenario;

/**
 * An accident, made to happen.
 */
interface Scenario {

	/**
	 * What it is called in a URL.
	 */
	String name();

	/**
	 * Plays it, on the calling thread, and ends with a verdict.
	 * @param scene where it plays
	 * @param guarded whether with what protects from the accident, or without
	 */
	void play(Scene scene, boolean guarded);

}
