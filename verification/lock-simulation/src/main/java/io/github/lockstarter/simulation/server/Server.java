package io.github.lockstarter.simulation.server;

import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.simulation.world.Process;

/**
 * What is at the far end of a wire.
 */
public interface Server {

	/**
	 * The port of the first server, each other has one more.
	 */
	int PORT = 6379;

	/**
	 * The process it runs in, also after a restart.
	 * @return the process
	 */
	Process process();

	/**
	 * How often it has been started again: who was connected before is not any more.
	 * @return the number
	 */
	int starts();

	/**
	 * Whether there is anybody to connect to.
	 * @return whether the process runs, or hangs
	 */
	default boolean isUp() {
		return true;
	}

	/**
	 * A connection stands.
	 * @param client the connection
	 */
	void meet(Client client);

	/**
	 * A connection has ended: it is told nothing any more.
	 * @param client the connection
	 */
	void forget(Client client);

	/**
	 * Runs a command now. What the same client sends next is to be run when the answer is
	 * there.
	 * @param client who sent it
	 * @param words the command and its arguments
	 * @param answer gets the answer in RESP, now or later
	 */
	void run(Client client, List<String> words, Consumer<byte[]> answer);

	/**
	 * A connection, as the server sees it.
	 */
	interface Client {

		/**
		 * Who is at its other end.
		 * @return the name of the process
		 */
		String who();

		/**
		 * The server has ended, and the connection with it.
		 */
		void gone();

		/**
		 * A message is sent to it.
		 * @param channel on which channel
		 * @param text what it says
		 */
		void message(String channel, String text);

	}

}
