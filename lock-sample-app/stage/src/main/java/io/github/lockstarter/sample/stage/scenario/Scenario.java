package io.github.lockstarter.sample.stage.scenario;

/**
 * A scripted accident.
 */
interface Scenario {

	String name();

	// Runs on the calling thread and ends with a verdict; guarded: with what protects
	// against the accident.
	void play(Scene scene, boolean guarded);

}
