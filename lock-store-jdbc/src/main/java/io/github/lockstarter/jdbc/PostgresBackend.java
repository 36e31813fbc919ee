package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.postgresql.PGConnection;

/**
 * The process of PostgreSQL that works for one connection. While it waits for a row or a
 * table that others have, or for a standby, it does not notice that its client has given
 * the connection up: each attempt to connect would leave one more, until there is no room
 * for anybody.
 *
 * @param pid its number, which another one may have later
 * @param begun since when it works
 */
record PostgresBackend(int pid, String begun) {

	private static final Log logger = LogFactory.getLog(PostgresBackend.class);

	/**
	 * Asks who works for a connection.
	 * @return who does; null behind a pool of the application or of the server, where it
	 * works for others, too
	 */
	static @Nullable PostgresBackend of(Connection connection) {
		try (Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery(
						"select pid, backend_start::text from pg_stat_activity where pid = pg_backend_pid()")) {
			// not a wrapped one: its pool may lend it to somebody else
			return (result.next() && connection instanceof PGConnection own && own.getBackendPID() == result.getInt(1))
					? new PostgresBackend(result.getInt(1), result.getString(2)) : null;
		}
		catch (SQLException | LinkageError ex) {
			logger.debug("It is not known which process of PostgreSQL works for a connection", ex);
			return null;
		}
	}

	/**
	 * Ends it if it still works. What it was asked for may have taken effect, as always
	 * when there is no answer.
	 * @param other a connection of the same user
	 * @return whether that was tried
	 */
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
