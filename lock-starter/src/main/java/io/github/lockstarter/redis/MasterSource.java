package io.github.lockstarter.redis;

import java.util.concurrent.CompletionStage;
import java.util.function.Consumer;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Says which server is the master, as far as that can be told. All of it is on the
 * scheduler's thread.
 */
interface MasterSource {

	/**
	 * Begins to watch.
	 * @param moved told, with the reason, when the master is another than was found
	 * @param standing the server that the connection for commands leads to, null while
	 * there is none
	 */
	void start(Consumer<String> moved, Supplier<@Nullable Server> standing);

	/**
	 * How many servers there are to try, one after the other.
	 */
	default int servers() {
		return 1;
	}

	/**
	 * Looks for the master.
	 * @return where to connect to; fails if nobody can tell
	 */
	CompletionStage<RedisClients.Handle> find();

	/**
	 * Whether that is the master that was found last.
	 */
	boolean isFound(RedisClients.Handle server);

	/**
	 * The connection to what was found is lost, or could not be made.
	 * @return whether the master is looked for elsewhere now
	 */
	boolean lost();

	/**
	 * Ends the watch; connections are closed with their client. May be called on any
	 * thread.
	 */
	void stop();

}
