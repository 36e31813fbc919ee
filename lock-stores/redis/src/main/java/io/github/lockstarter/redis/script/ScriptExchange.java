package io.github.lockstarter.redis.script;

import io.lettuce.core.output.CommandOutput;

/**
 * The arguments and the reply of a script. Both may be used again, for a server that does
 * not know the script.
 *
 * @param <T> the type of the reply
 */
public interface ScriptExchange<T> {

	/**
	 * Writes keys and arguments, on the thread of the connection.
	 * @param to gets the number of keys first, then the keys
	 */
	void write(ScriptArguments to);

	/**
	 * Makes the reader of one reply.
	 * @return a new one
	 */
	CommandOutput<String, String, T> output();

}
