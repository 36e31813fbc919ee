package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Finds the master; on the scheduler's thread.
 */
interface MasterSource {

	// "moved" is called with the reason when the master has changed; "standing" is the
	// server of the connection for commands, null without one.
	void start(Consumer<String> moved, Supplier<@Nullable ServerIdentity> standing);

	default int servers() {
		return 1;
	}

	CompletionStage<RedisClients.Handle> find();

	boolean isFound(RedisClients.Handle server);

	// The connection to the found server is lost, or could not be made. Returns whether
	// to look for the master elsewhere now.
	boolean lost();

	// On any thread. Connections are closed with their client.
	void stop();

}
