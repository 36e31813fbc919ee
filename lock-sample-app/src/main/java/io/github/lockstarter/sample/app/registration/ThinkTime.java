package io.github.lockstarter.sample.app.registration;

/**
 * What a real service does between its look-up and its write: check an address, hash a
 * password, ask another system. Everything that may happen meanwhile on another server is
 * what the lock is about.
 */
@FunctionalInterface
public interface ThinkTime {

	/**
	 * Passes the time.
	 * @param userName who is being registered
	 */
	void pass(String userName);

}
