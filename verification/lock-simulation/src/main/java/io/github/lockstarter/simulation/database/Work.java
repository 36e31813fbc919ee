package io.github.lockstarter.simulation.database;

import java.sql.SQLException;
import java.time.OffsetDateTime;

import org.jspecify.annotations.Nullable;

/**
 * What the database does for a connection, all of it at one moment.
 *
 * @param <T> the answer
 */
@FunctionalInterface
interface Work<T extends @Nullable Object> {

	/**
	 * Does it.
	 * @param statements what the database has of the connection
	 * @param time the time of the statement
	 */
	T on(SessionStatements statements, OffsetDateTime time) throws SQLException;

}
