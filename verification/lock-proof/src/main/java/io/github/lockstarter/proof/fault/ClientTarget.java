package io.github.lockstarter.proof.fault;

/**
 * What can be done to a client process.
 */
public interface ClientTarget {

	/**
	 * Its name in the history.
	 * @return the name
	 */
	String name();

	/**
	 * Its name without its generation, and its user in Redis.
	 * @return the name of its place
	 */
	String place();

	/**
	 * Stops it.
	 * @return whether it was seen to stand still
	 */
	boolean pause();

	/**
	 * Lets it go on.
	 */
	void resume();

	/**
	 * Kills it and starts another one in its place. Returns when that one works.
	 * @return whether the former was seen to end by it
	 * @throws InterruptedException if the campaign ends meanwhile
	 */
	boolean replace() throws InterruptedException;

	/**
	 * Lets it stop its locks and start them again, on an interrupted thread.
	 * @return whether it has said that it did
	 * @throws InterruptedException if the campaign ends meanwhile
	 */
	boolean stopAndStart() throws InterruptedException;

	/**
	 * Sets its wall clock.
	 * @param millis by how much
	 * @return whether it has said that it did
	 * @throws InterruptedException if the campaign ends meanwhile
	 */
	boolean stepClock(long millis) throws InterruptedException;

}
