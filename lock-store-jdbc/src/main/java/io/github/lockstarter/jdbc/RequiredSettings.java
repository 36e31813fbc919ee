package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.regex.Pattern;

/**
 * What a database has to be like for locks in it to exclude each other. Asked on each new
 * connection, and at the start of the application first.
 */
final class RequiredSettings {

	// As the driver says it, without settings: in this JVM, or at a server.
	private static final Pattern H2_WITHOUT_NAME = Pattern.compile("jdbc:h2:(.*/)?mem:");

	private RequiredSettings() {
	}

	/**
	 * Refuses a database that cannot keep locks as it is.
	 * @throws UnusableDatabaseException what to change
	 */
	static void check(Connection connection, Dialect dialect) throws SQLException {
		if (dialect == Dialect.H2) {
			checkName(connection.getMetaData().getURL());
		}
	}

	private static void checkName(String url) throws UnusableDatabaseException {
		if (H2_WITHOUT_NAME.matcher(url).matches()) {
			throw new UnusableDatabaseException("The H2 database at " + url
					+ " has no name: each connection has an empty database of its own, so that locks would not exclude "
					+ "each other", "Name it, such as " + url + "locks;DB_CLOSE_DELAY=-1");
		}
	}

}
