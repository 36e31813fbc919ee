package io.github.lockstarter.sample.stage.race;

/**
 * What a registration does between its look-up and its write. A bean of this type stands
 * in for {@code sample.registration.think-time}.
 */
@FunctionalInterface
public interface ThinkTime {

	/**
	 * Passes the time, on the thread of the registration.
	 * @param userName who is being registered
	 */
	void pass(String userName);

}
