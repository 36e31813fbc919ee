package io.github.lockstarter.simulation.server;

import org.luaj.vm2.LuaError;

/**
 * A command is refused. A script ends with it that does not catch it.
 */
final class RedisError extends LuaError {

	private static final long serialVersionUID = 1L;

	private final String text;

	/**
	 * Refuses a command.
	 * @param text what a client is told, beginning with the kind of the error
	 */
	RedisError(String text) {
		super(text);
		this.text = text;
	}

	/**
	 * What a client is told when a script ends with an error.
	 * @param error the error, of a command or of Lua
	 * @return one line, which begins with the kind of the error
	 */
	static String text(LuaError error) {
		return (error instanceof RedisError refusal) ? refusal.text
				: "ERR " + String.valueOf(error.getMessage()).lines().findFirst().orElse("");
	}

}
