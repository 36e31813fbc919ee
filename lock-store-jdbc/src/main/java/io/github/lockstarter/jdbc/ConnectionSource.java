package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;

/**
 * Opens the connections of the locks, which are theirs alone: none of them ever takes
 * part in a transaction of the application, or waits for its pool.
 */
public interface ConnectionSource {

	/**
	 * Opens a connection.
	 * @param user which part of the locks it is for, as far as the database shows it
	 * @param timeout how long to try, as far as the driver can be told
	 * @return the connection, which its user closes
	 * @throws SQLException if there is none
	 */
	Connection open(String user, Duration timeout) throws SQLException;

	/**
	 * Where they lead to, for people.
	 * @return without user and password
	 */
	String address();

}
