package io.github.lockstarter.test;

/**
 * What runs containers.
 */
interface ContainerEngine {

	/**
	 * Whether it is there.
	 * @return whether it answers
	 * @throws RuntimeException if it answers, but cannot be used
	 */
	boolean answers();

	/**
	 * Sees to it that an image is on this machine, at one try.
	 * @param image its name
	 * @throws RuntimeException if it is not, and cannot be pulled
	 */
	void pull(String image);

	/**
	 * Starts a Redis from an image that is on this machine.
	 * @param image its name
	 * @return where it listens
	 * @throws RuntimeException if it does not start
	 */
	Address run(String image);

	/**
	 * Where a container can be reached.
	 *
	 * @param host the host
	 * @param port the port
	 */
	record Address(String host, int port) {

	}

}
