package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.regex.Pattern;

import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.text.DurationText;

/**
 * The checked settings of this store.
 *
 * @param tablePrefix the prefix of the table names
 * @param schema when tables are created
 * @param connections the number of connections for commands
 * @param pollInterval how often a waiting instance polls for messages, in a database
 * without notifications
 */
public record JdbcSettings(String tablePrefix, SchemaMode schema, int connections, Duration pollInterval) {

	// Leaves room for suffixes within the shortest length limit of all databases.
	private static final Pattern NAME = Pattern.compile("([A-Za-z_][A-Za-z0-9_]{0,30}\\.)?[A-Za-z_][A-Za-z0-9_]{0,30}");

	private static final Duration SHORTEST = Duration.ofMillis(1);

	private static final Duration LONGEST = Duration.ofSeconds(1);

	private static final int MOST_CONNECTIONS = 32;

	/**
	 * Checks the settings.
	 * @throws LockStartException if a value is out of range
	 */
	public JdbcSettings {
		if (!NAME.matcher(tablePrefix).matches()) {
			throw LockStartException.ofProperty("jdbc.table-prefix", tablePrefix,
					"must be at most 31 letters, digits and underscores, after a schema and a dot if there is one");
		}
		if (connections < 1 || connections > MOST_CONNECTIONS) {
			throw LockStartException.ofProperty("jdbc.connections", connections,
					"must be between 1 and " + MOST_CONNECTIONS);
		}
		if (pollInterval.compareTo(SHORTEST) < 0 || pollInterval.compareTo(LONGEST) > 0) {
			throw LockStartException.ofProperty("jdbc.poll-interval", DurationText.of(pollInterval),
					"must be between " + DurationText.of(SHORTEST) + " and " + DurationText.of(LONGEST));
		}
	}

	/**
	 * The settings of an application that sets no property.
	 * @return the defaults
	 */
	public static JdbcSettings defaults() {
		return new JdbcSettings("distributed_lock", SchemaMode.EMBEDDED, 2, Duration.ofMillis(20));
	}

	/**
	 * When the tables are created.
	 */
	public enum SchemaMode {

		/**
		 * At startup, in an in-memory database of this JVM.
		 */
		EMBEDDED,

		/**
		 * At each startup, if they are missing.
		 */
		ALWAYS,

		/**
		 * Never: an administrator creates them.
		 */
		NEVER

	}

}
