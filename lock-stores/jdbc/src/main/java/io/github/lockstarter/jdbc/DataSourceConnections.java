package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLClientInfoException;
import java.sql.SQLException;
import java.time.Duration;

import javax.sql.DataSource;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes connections from a {@code DataSource} that is reserved for the locks.
 */
public final class DataSourceConnections implements ConnectionSource {

	private static final Logger logger = LoggerFactory.getLogger(DataSourceConnections.class);

	private static final String CLIENT_NAME = "ApplicationName";

	private final DataSource dataSource;

	private volatile String address = "its DataSource";

	/**
	 * Creates the source.
	 * @param dataSource provides at least as many connections as the locks keep open
	 */
	public DataSourceConnections(DataSource dataSource) {
		this.dataSource = dataSource;
	}

	@Override
	public Connection open(String user, Duration timeout) throws SQLException {
		Connection connection = this.dataSource.getConnection();
		try {
			name(connection, user);
			this.address = DriverConnections.address(connection.getMetaData().getURL());
			return connection;
		}
		catch (SQLException | RuntimeException ex) {
			connection.close();
			throw ex;
		}
	}

	// PostgreSQL finds listeners by this name; other databases need none.
	static void name(Connection connection, String user) throws SQLException {
		if (Dialect.of(connection) != Dialect.POSTGRESQL) {
			return;
		}
		try {
			connection.setClientInfo(CLIENT_NAME, user);
		}
		catch (SQLClientInfoException ex) {
			logger.trace("The connection cannot be given a name", ex);
		}
	}

	@Override
	public String address() {
		return this.address;
	}

}
