package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.postgresql.PGConnection;

/**
 * A pool that may be between a connection and PostgreSQL, such as PgBouncer, and that may
 * lend what leads to the server for one transaction only. What the driver prepares there
 * is missing in the next one, or another statement has its name.
 */
final class PostgresPool {

	private static final Log logger = LogFactory.getLog(PostgresPool.class);

	private PostgresPool() {
	}

	/**
	 * Has the driver prepare nothing on the server if a pool is between: its process was
	 * not the one that answers.
	 * @param connection a new connection
	 */
	static void prepareNothingBehindOne(Connection connection) throws SQLException {
		try (Statement statement = connection.createStatement();
				ResultSet result = statement.executeQuery("select pg_backend_pid()")) {
			result.next();
			if (connection.isWrapperFor(PGConnection.class)) {
				PGConnection postgres = connection.unwrap(PGConnection.class);
				if (postgres.getBackendPID() != result.getInt(1)) {
					postgres.setPrepareThreshold(0);
					logger.debug("A pool is between this connection and PostgreSQL: nothing is prepared there");
				}
			}
		}
		catch (LinkageError ex) {
			logger.trace("Another driver", ex);
		}
	}

}
