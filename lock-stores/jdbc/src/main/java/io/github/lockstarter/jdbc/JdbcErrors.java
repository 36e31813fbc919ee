package io.github.lockstarter.jdbc;

import java.sql.SQLException;
import java.sql.SQLNonTransientConnectionException;
import java.sql.SQLRecoverableException;
import java.sql.SQLTransientConnectionException;
import java.util.List;
import java.util.Objects;
import java.util.Set;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * Classifies errors of the database.
 */
final class JdbcErrors {

	// H2: another transaction has changed or locked the row.
	private static final Set<Integer> CONFLICTS_OF_H2 = Set.of(90131, 50200);

	// MySQL and MariaDB: the server is read-only.
	private static final Set<Integer> READ_ONLY = Set.of(1290, 1836);

	// MySQL and MariaDB: binlog_format=STATEMENT was set after the start.
	private static final int OF_BINARY_LOG = 1665;

	// A prepared statement is missing or belongs to another client: a pooler shares
	// connections.
	private static final Set<String> OF_PREPARED = Set.of("42P05", "26000");

	// PostgreSQL; MariaDB, MySQL and H2; H2 without any table.
	private static final Set<String> OF_MISSING_TABLE = Set.of("42P01", "42S02", "42S04");

	private static final String UNSUPPORTED = "0A000";

	private JdbcErrors() {
	}

	// The database answers, but cannot keep locks as it is configured.
	static SQLException unusable(String description, String remedy) {
		return new SQLException(description, UNSUPPORTED, new LockStartException(description,
				remedy + ". The locks are in the database of distributed-lock.jdbc.url, of the DataSource "
						+ "that is qualified with @LockDataSource, or of spring.datasource.url: the first that is "
						+ "configured."));
	}

	// The tables are missing or have other columns, and the store cannot or must not
	// create them.
	static SQLException unusableTables(String prefix, List<String> definitions, SQLException cause) {
		String description = "The tables of the locks (" + prefix + ", " + prefix + "_client, " + prefix
				+ "_message) cannot be used: " + text(cause);
		return new SQLException(description, cause.getSQLState(), cause.getErrorCode(), new LockStartException(
				description,
				"Set distributed-lock.jdbc.initialize-schema=always, if the user may create tables. Otherwise have an "
						+ "administrator create them, and grant the user the right to read and change them:\n\n"
						+ String.join(";\n", definitions)
						+ ";\n\nA table of another version has to be renamed or dropped first, while no application "
						+ "uses it.",
				cause));
	}

	// Null for an error that does not fail the start.
	static @Nullable LockStartException startFailure(@Nullable SQLException failure) {
		return (failure != null && failure.getCause() instanceof LockStartException refusal) ? refusal : null;
	}

	// Another instance was first; a retry may succeed.
	static boolean isConflict(SQLException failure) {
		String state = state(failure);
		return state.startsWith("23") || state.startsWith("40") || state.equals("HYT00")
				|| CONFLICTS_OF_H2.contains(failure.getErrorCode());
	}

	// The connection is unusable: broken, connected to a read-only server, or with
	// statements prepared for a table that was replaced.
	static boolean isOfConnection(SQLException failure) {
		String state = state(failure);
		return failure instanceof SQLNonTransientConnectionException || failure instanceof SQLRecoverableException
				|| failure instanceof SQLTransientConnectionException || state.startsWith("08")
				|| OF_PREPARED.contains(state) || READ_ONLY.contains(failure.getErrorCode()) || state.startsWith("0A")
				|| state.startsWith("57P") || state.startsWith("25") || state.startsWith("90067")
				|| state.startsWith("90098") || state.startsWith("90121");
	}

	// The error stays until a person changes something: a missing table, column or
	// privilege, refused credentials, or the binary log format.
	static boolean isLasting(SQLException failure) {
		String state = state(failure);
		return (state.startsWith("42") && !OF_PREPARED.contains(state)) || state.startsWith("28")
				|| state.startsWith("3D") || state.startsWith("3F") || state.startsWith("90096")
				|| failure.getErrorCode() == OF_BINARY_LOG;
	}

	// Only where the database reports exactly that.
	static boolean isOfMissingTable(SQLException failure) {
		return OF_MISSING_TABLE.contains(state(failure));
	}

	static StoreException failure(SQLException failure) {
		return new StoreException(isLasting(failure) ? Outcome.REJECTED : Outcome.UNKNOWN, text(failure), failure);
	}

	static String text(SQLException failure) {
		String text = Objects.requireNonNullElse(failure.getMessage(), failure.getClass().getSimpleName());
		int end = text.indexOf('\n');
		return ((end < 0) ? text : text.substring(0, end)).strip();
	}

	private static String state(SQLException failure) {
		return Objects.requireNonNullElse(failure.getSQLState(), "");
	}

}
