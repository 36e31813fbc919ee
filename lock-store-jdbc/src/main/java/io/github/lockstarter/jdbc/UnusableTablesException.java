package io.github.lockstarter.jdbc;

import java.sql.SQLException;
import java.util.List;

/**
 * The tables of the locks are missing or have other columns, and the store cannot or must
 * not create them.
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
	 * The prefix of the table names.
	 * @return the prefix
	 */
	public String getTables() {
		return this.tables;
	}

	/**
	 * The statements that create the tables in that database.
	 * @return the statements
	 */
	public List<String> getDefinitions() {
		return this.definitions;
	}

}
