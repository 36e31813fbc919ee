package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.regex.Pattern;

import io.github.lockstarter.core.InvalidLockSettingException;
import io.github.lockstarter.text.DurationText;

/**
 * How the locks use the database, checked.
 *
 * @param tablePrefix what the names of their tables begin with
 * @param schema when the tables are made
 * @param connections how many connections commands have
 * @param pollInterval how often a waiting instance looks for messages, where the database
 * cannot tell it
 */
public record JdbcSettings(String tablePrefix, SchemaMode schema, int connections, Duration pollInterval) {

	// Of the shortest of all names that databases allow something is left.
	private static final Pattern NAME = Pattern.compile("([A-Za-z_][A-Za-z0-9_]{0,30}\\.)?[A-Za-z_][A-Za-z0-9_]{0,30}");

	private static final Duration SHORTEST = Duration.ofMillis(1);

	private static final Duration LONGEST = Duration.ofSeconds(1);

	private static final int MOST_CONNECTIONS = 32;

	/**
	 * Checks them.
	 * @throws InvalidLockSettingException if they do not fit
	 */
	public JdbcSettings {
		if (!NAME.matcher(tablePrefix).matches()) {
			throw new InvalidLockSettingException("jdbc.table-prefix", tablePrefix,
					"must be at most 31 letters, digits and underscores, after a schema and a dot if there is one");
		}
		if (connections < 1 || connections > MOST_CONNECTIONS) {
			throw new InvalidLockSettingException("jdbc.connections", connections,
					"must be between 1 and " + MOST_CONNECTIONS);
		}
		if (pollInterval.compareTo(SHORTEST) < 0 || pollInterval.compareTo(LONGEST) > 0) {
			throw new InvalidLockSettingException("jdbc.poll-interval", DurationText.of(pollInterval),
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
	 * When the tables are made.
	 */
	public enum SchemaMode {

		/**
		 * At the start, in a database that lives in the memory of this JVM.
		 */
		EMBEDDED,

		/**
		 * At each start, where they are missing.
		 */
		ALWAYS,

		/**
		 * Never: an administrator has made them.
		 */
		NEVER

	}

}
