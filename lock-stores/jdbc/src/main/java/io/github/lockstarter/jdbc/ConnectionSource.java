package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Opens the connections of the locks, which are used by nothing else: they never take
 * part in a transaction of the application, and never wait for its pool.
 */
public interface ConnectionSource {

	/**
	 * Opens a connection.
	 * @param user the part of the locks that uses it, shown by the database if it can
	 * @param timeout how long to try, if the driver supports a limit
	 * @return the connection, which the caller closes
	 * @throws SQLException if it cannot be opened
	 */
	Connection open(String user, Duration timeout) throws SQLException;

	/**
	 * The address of the database, for messages.
	 * @return the address without user and password
	 */
	String address();

}
