package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * What differs between supervised connections. Called on the scheduler's thread, which
 * must not be blocked.
 *
 * @param <C> the type of the connection
 */
interface ConnectionDialect<C> {

	/**
	 * What the connection is for, in a word.
	 */
	String purpose();

	/**
	 * Connects once.
	 * @param patient whether this is the first attempt, which gets the time of a start
	 */
	CompletionStage<C> connect(boolean patient);

	/**
	 * How many addresses are tried, one after the other, until one of them leads to the
	 * server.
	 */
	default int addresses() {
		return 1;
	}

	/**
	 * Makes a new connection ready for use.
	 * @return the server it leads to
	 */
	CompletionStage<Server> prepare(C connection);

	/**
	 * The connection is in use from now on.
	 */
	void connected(C connection);

	/**
	 * The connection is lost, or an attempt to connect failed.
	 */
	void disconnected(String reason);

	/**
	 * Called twice per command timeout while the connection stands.
	 * @param ping whether a PING is due, which another command may replace
	 * @return a command that was sent, or {@code null}
	 */
	default @Nullable CompletionStage<?> look(C connection, boolean ping) {
		return null;
	}

}
