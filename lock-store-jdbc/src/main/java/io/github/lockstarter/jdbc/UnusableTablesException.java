package io.github.lockstarter.jdbc;

import java.sql.SQLException;
import java.util.List;

/**
 * The tables of the locks are not there as they must be, and the locks cannot make them,
 * or must not.
 */
public final class UnusableTablesException extends SQLException {

	private static final long serialVersionUID = 1L;

	private final String tables;

	private final List<String> definitions;

	UnusableTablesException(String tables, List<String> definitions, SQLException cause) {
		super("The tables of the locks (" + tables + ", " + tables + "_client, " + tables + "_message) cannot be used: "
				+ JdbcErrors.text(cause), cause.getSQLState(), cause.getErrorCode(), cause);
		this.tables = tables;
		this.definitions = List.copyOf(definitions);
	}

	/**
	 * What the names of the tables begin with.
	 * @return the prefix
	 */
	public String getTables() {
		return this.tables;
	}

	/**
	 * What makes the tables in that database.
	 * @return the statements
	 */
	public List<String> getDefinitions() {
		return this.definitions;
	}

}
