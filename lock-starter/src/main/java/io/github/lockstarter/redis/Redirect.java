package io.github.lockstarter.redis;

import io.lettuce.core.RedisCommandExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * A node did not execute a command: another one has the slot of its key.
 *
 * @param asked whether the other one is only about to get it, and has to be told with
 * ASKING that the command is meant for it
 * @param target the other one
 */
record Redirect(boolean asked, Address target) {

	// such as "MOVED 3999 127.0.0.1:6381"
	private static final int PARTS = 3;

	/**
	 * Reads the failure of a command.
	 * @param failure the failure; its cause is what Redis answered
	 * @param from the node that answered
	 * @return the redirect, or {@code null} if it is something else
	 */
	static @Nullable Redirect of(Throwable failure, Address from) {
		if (!(failure.getCause() instanceof RedisCommandExecutionException answer) || answer.getMessage() == null) {
			return null;
		}
		String[] parts = answer.getMessage().split(" ");
		if (parts.length < PARTS || !(parts[0].equals("MOVED") || parts[0].equals("ASK"))) {
			return null;
		}
		try {
			return new Redirect(parts[0].equals("ASK"), Address.of(parts[2], from));
		}
		catch (IllegalArgumentException ex) {
			return null;
		}
	}

}
