package io.github.lockstarter.jdbc;

import java.sql.SQLException;

/**
 * The locks do not know this kind of database.
 */
final class UnsupportedDatabaseException extends SQLException {

	private static final long serialVersionUID = 1L;

	// feature not supported
	private static final String STATE = "0A000";

	UnsupportedDatabaseException(String product) {
		super("Distributed locks can be kept in PostgreSQL, MariaDB, MySQL, H2 and HSQLDB, not in " + product, STATE);
	}

}
