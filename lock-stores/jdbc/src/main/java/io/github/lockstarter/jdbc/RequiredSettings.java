package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Refuses databases in which locks would not exclude each other or cannot be changed;
 * checked on each new connection.
 */
final class RequiredSettings {

	// As the driver reports it, without settings: in this JVM, or on a server.
	private static final Pattern H2_WITHOUT_NAME = Pattern.compile("jdbc:h2:(.*/)?mem:");

	private RequiredSettings() {
	}

	static void check(Connection connection, Dialect dialect) throws SQLException {
		if (dialect == Dialect.H2) {
			checkName(connection.getMetaData().getURL());
		}
		if (dialect == Dialect.MARIADB || dialect == Dialect.MYSQL) {
			checkVariables(connection.getMetaData().getDatabaseProductName(), variables(connection));
		}
	}

	private static void checkVariables(String product, Map<String, String> variables) throws SQLException {
		if (is(variables, "log_bin", "ON") && is(variables, "binlog_format", "STATEMENT")) {
			throw JdbcErrors.unusable(product + " writes its binary log with binlog_format=STATEMENT, and so "
					+ "refuses each change of a lock, which needs the isolation level READ COMMITTED (error 1665)",
					"Set binlog_format=ROW or MIXED for the server. Or, if the user of the locks has the right to, "
							+ "append sessionVariables=binlog_format=ROW to their JDBC URL");
		}
		if (variables.getOrDefault("sql_mode", "").toUpperCase(Locale.ROOT).contains("ORACLE")) {
			throw JdbcErrors.unusable(
					product + " runs with sql_mode=ORACLE, in which it does not accept the SQL statements of the locks",
					"Set another sql_mode for the server. Or append sessionVariables=sql_mode='STRICT_TRANS_TABLES' to "
							+ "the JDBC URL of the locks");
		}
	}

	private static boolean is(Map<String, String> variables, String name, String value) {
		return value.equalsIgnoreCase(variables.get(name));
	}

	// Variables of the session; those that a version lacks are not shown.
	private static Map<String, String> variables(Connection connection) throws SQLException {
		Map<String, String> variables = new HashMap<>();
		try (Statement statement = connection.createStatement();
				ResultSet result = statement
					.executeQuery("show variables where variable_name in ('log_bin', 'binlog_format', 'sql_mode')")) {
			while (result.next()) {
				variables.put(result.getString(1).toLowerCase(Locale.ROOT), result.getString(2));
			}
		}
		return variables;
	}

	private static void checkName(String url) throws SQLException {
		if (H2_WITHOUT_NAME.matcher(url).matches()) {
			throw JdbcErrors.unusable("The H2 database at " + url
					+ " has no name: each connection has an empty database of its own, so that locks would not exclude "
					+ "each other", "Name it, such as " + url + "locks;DB_CLOSE_DELAY=-1");
		}
	}

}
