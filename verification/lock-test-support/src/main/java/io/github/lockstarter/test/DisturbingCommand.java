package io.github.lockstarter.test;

import java.util.Locale;
import java.util.Set;

/**
 * Commands that would be noticed by the other users of a server.
 */
final class DisturbingCommand {

	private static final Set<String> COMMANDS = Set.of("FLUSHALL", "FLUSHDB", "SWAPDB", "SHUTDOWN", "DEBUG",
			"REPLICAOF", "SLAVEOF", "FAILOVER", "MONITOR", "RESTORE", "ACL");

	private static final Set<String> SUBCOMMANDS = Set.of("CONFIG SET", "CONFIG RESETSTAT", "CONFIG REWRITE",
			"CLIENT KILL", "CLIENT PAUSE", "CLIENT UNPAUSE", "CLIENT UNBLOCK", "SCRIPT FLUSH", "SCRIPT KILL",
			"FUNCTION FLUSH", "FUNCTION KILL", "SLOWLOG RESET", "LATENCY RESET");

	private DisturbingCommand() {
	}

	static boolean matches(String... command) {
		String verb = command[0].toUpperCase(Locale.ROOT);
		return COMMANDS.contains(verb)
				|| (command.length > 1 && SUBCOMMANDS.contains(verb + " " + command[1].toUpperCase(Locale.ROOT)));
	}

}
