package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.postgresql.PGConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Detects a pooler such as PgBouncer between a connection and PostgreSQL, and turns off
 * prepared statements there.
 */
final class PostgresPool {

	private static final Logger logger = LoggerFactory.getLogger(PostgresPool.class);

	private PostgresPool() {
	}

	// The server process that the driver logged in to is not the one that answers.
	static void prepareNothingBehindOne(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery("select pg_backend_pid()")) {
			result.next();
			if (connection.isWrapperFor(PGConnection.class)) {
				PGConnection postgres = connection.unwrap(PGConnection.class);
				if (postgres.getBackendPID() != result.getInt(1)) {
					postgres.setPrepareThreshold(0);
					logger.debug(
							"A pooler is between this connection and PostgreSQL: prepared statements are turned off");
				}
			}
		}
		catch (LinkageError ex) {
			logger.trace("Not a connection of the PostgreSQL driver", ex);
		}
	}

}
