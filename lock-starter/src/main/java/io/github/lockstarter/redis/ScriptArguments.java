package io.github.lockstarter.redis;

import java.time.Duration;

import io.github.lockstarter.core.LockSettings;

/**
 * Spells what the scripts are given: what never changes in an instance stands between
 * what a call says. Some scripts take only the first few.
 */
final class ScriptArguments {

	/**
	 * For an argument that a script does not look at.
	 */
	static final String UNUSED = "0";

	private final String retention;

	private final String block;

	private final String handOffMillis;

	ScriptArguments(LockSettings settings) {
		this.retention = millis(settings.fenceRetention());
		// one token for the first holder of a turn, one for each pass
		this.block = Integer.toString(settings.cohortMaxPasses() + 1);
		this.handOffMillis = millis(settings.handOffLease()) + " ";
	}

	private static String millis(Duration time) {
		return Long.toString(time.toMillis());
	}

	/**
	 * For how long a lock that nobody has is remembered.
	 */
	String retention() {
		return this.retention;
	}

	/**
	 * The first four.
	 */
	String[] first(String id, long number) {
		return new String[] { id, Long.toString(number), this.retention, this.block };
	}

	/**
	 * Those of a script that stores a token.
	 */
	String[] storing(String id, long token, long round) {
		return new String[] { id, Long.toString(token), Long.toString(round), this.block };
	}

	/**
	 * Those of a script that may tell a waiter.
	 */
	String[] telling(Server server, String id, String number) {
		return new String[] { id, number, this.retention, this.block, handOff(server) };
	}

	/**
	 * Those of a script that must not take effect after some time.
	 */
	String[] until(RedisNode node, Server server, long notAfter, String id, long number) {
		return new String[] { id, Long.toString(number), this.retention, this.block, handOff(server),
				Long.toString(node.cutoff(notAfter)) };
	}

	/**
	 * All of them.
	 */
	String[] all(RedisNode node, Server server, long notAfter, String id, long number, long wait, String own) {
		return new String[] { id, Long.toString(number), this.retention, this.block, handOff(server),
				Long.toString(node.cutoff(notAfter)), Long.toString(wait), own };
	}

	private String handOff(Server server) {
		return this.handOffMillis + server.channels();
	}

}
