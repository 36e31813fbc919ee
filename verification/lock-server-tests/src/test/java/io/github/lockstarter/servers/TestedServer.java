package io.github.lockstarter.servers;

import java.util.Map;

/**
 * A server with what an application needs to keep its locks there.
 *
 * @param properties those of the application
 * @param restart kills the server and starts it again with its data
 * @param end ends it
 */
record TestedServer(Map<String, String> properties, Runnable restart, Runnable end) implements AutoCloseable {

	@Override
	public void close() {
		this.end.run();
	}

}
