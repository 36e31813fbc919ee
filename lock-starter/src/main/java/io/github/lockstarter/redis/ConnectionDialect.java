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
	 * Connects once.
	 */
	CompletionStage<C> connect();

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
	 * @return a command that keeps the connection honest, or {@code null}
	 */
	@Nullable CompletionStage<?> look(C connection);

}
