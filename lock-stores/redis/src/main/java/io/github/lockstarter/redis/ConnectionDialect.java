package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

/**
 * What differs between supervised connections; called on the scheduler's thread, which
 * must not block.
 *
 * @param <C> the type of the connection
 */
interface ConnectionDialect<C> {

	String purpose();

	// patient: the first attempt, which gets the time of a start
	CompletionStage<C> connect(boolean patient);

	// tried one after the other until one leads to the server
	default int addresses() {
		return 1;
	}

	CompletionStage<ServerIdentity> prepare(C connection);

	void connected(C connection);

	void disconnected(String reason);

	// Called twice for each command timeout while the connection stands. May return a
	// command that it has sent, which replaces the PING if one is due.
	default @Nullable CompletionStage<?> look(C connection, boolean ping) {
		return null;
	}

}
