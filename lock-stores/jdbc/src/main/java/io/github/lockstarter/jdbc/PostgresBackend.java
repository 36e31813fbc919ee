package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The server process of one PostgreSQL connection; its start time tells it from a later
 * process with the same number.
 */
record PostgresBackend(int pid, String begun) {

	private static final Logger logger = LoggerFactory.getLogger(PostgresBackend.class);

	// Null behind a pool of the application or a pooler, where the process serves other
	// clients, too.
	static @Nullable PostgresBackend of(Connection connection) {
		try (Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery(
						"select pid, backend_start::text from pg_stat_activity where pid = pg_backend_pid()")) {
			// Not a wrapped connection: its pool may lend it to another user.
			return (result.next() && connection instanceof PGConnection own && own.getBackendPID() == result.getInt(1))
					? new PostgresBackend(result.getInt(1), result.getString(2)) : null;
		}
		catch (SQLException | LinkageError ex) {
			logger.debug("The PostgreSQL process of a connection is not known", ex);
			return null;
		}
	}

	// Its last command may have taken effect, as always without an answer. Returns false
	// if it must be tried again on another connection.
	boolean end(Connection other) {
		try (PreparedStatement statement = other
			.prepareStatement("select pg_terminate_backend(pid) from pg_stat_activity where pid = ?"
					+ " and backend_start::text = ? and pid <> pg_backend_pid()")) {
			statement.setInt(1, this.pid);
			statement.setString(2, this.begun);
			statement.execute();
			return true;
		}
		catch (SQLException ex) {
			logger.debug("A process of PostgreSQL could not be ended", ex);
			return !JdbcErrors.isOfConnection(ex);
		}
	}

}
