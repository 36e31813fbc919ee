package io.github.lockstarter.simulation.server;

import java.util.List;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.watch.Visitor;
import io.github.lockstarter.redis.script.LockScript;

/**
 * What a server has in its memory, as nobody sees it who is connected to it.
 */
public interface Keys {

	/**
	 * The time of the server.
	 * @return milliseconds
	 */
	long millis();

	/**
	 * All keys that are hashes.
	 * @return their names
	 */
	List<String> names();

	/**
	 * Some fields of a key.
	 * @param key the key
	 * @param names the fields
	 * @return their values, null for none
	 */
	@Nullable String[] fields(String key, String... names);

	/**
	 * All fields of a key.
	 * @param key the key
	 * @return their values by their names
	 */
	Map<String, String> hash(String key);

	/**
	 * How long a key lives.
	 * @param key the key
	 * @return milliseconds, -1 for ever, -2 if there is no such key
	 */
	long life(String key);

	/**
	 * The keys that a script has left without an end of their life, also if a later one
	 * has given them one: each is told once.
	 * @return their names
	 */
	default List<String> endless() {
		return List.of();
	}

	/**
	 * Runs a script on a key.
	 * @param script the script
	 * @param key the key
	 * @param arguments its arguments
	 * @return the first value of the reply
	 */
	String run(LockScript script, String key, String... arguments);

	/**
	 * Somebody comes to a lock when all is over.
	 * @param visitor who comes
	 * @param key the key of the lock
	 * @return whether it was free
	 */
	default boolean visit(Visitor visitor, String key) {
		return visitor.visit((script, arguments) -> run(script, key, arguments));
	}

}
