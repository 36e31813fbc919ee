package io.github.lockstarter.simulation.server;

import java.util.List;

/**
 * Looks at what a Redis does.
 */
public interface Watch {

	/**
	 * Looks at nothing.
	 */
	Watch NOBODY = new Watch() {

		@Override
		public void asked(List<String> words) {
		}

		@Override
		public void told(int heard) {
		}

	};

	/**
	 * It is about to run a command.
	 * @param words the command
	 */
	void asked(List<String> words);

	/**
	 * It is about to publish a message.
	 * @param heard how many hear it
	 */
	void told(int heard);

}
