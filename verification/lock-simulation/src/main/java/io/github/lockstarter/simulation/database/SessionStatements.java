package io.github.lockstarter.simulation.database;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Types;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

import org.h2.tools.SimpleResultSet;

/**
 * The statements of a session in H2, each prepared once.
 */
final class SessionStatements {

	private final Database database;

	private final Connection connection;

	private final Map<ClockedText, PreparedStatement> prepared = new HashMap<>();

	private boolean inTransaction;

	SessionStatements(Database database, Connection connection) {
		this.database = database;
		this.connection = connection;
	}

	/**
	 * Whether something is not committed yet.
	 */
	boolean isInTransaction() {
		return this.inTransaction;
	}

	void commit() throws SQLException {
		this.database.writing();
		this.connection.commit();
		this.inTransaction = false;
	}

	void rollback() throws SQLException {
		this.connection.rollback();
		this.inTransaction = false;
	}

	Connection connection() {
		return this.connection;
	}

	/**
	 * What follows is committed with each statement, or not.
	 */
	void autoCommit(boolean on) throws SQLException {
		if (this.connection.getAutoCommit() != on) {
			this.connection.setAutoCommit(on);
		}
		this.inTransaction = !on;
	}

	/**
	 * A copy of the answer: who asks reads it later.
	 */
	ResultSet query(ClockedText text, List<Object> parameters, int mostRows, OffsetDateTime time) throws SQLException {
		PreparedStatement statement = prepare(text, parameters, time);
		statement.setMaxRows(mostRows);
		try (ResultSet answer = statement.executeQuery()) {
			return copy(answer);
		}
	}

	int update(ClockedText text, List<Object> parameters, OffsetDateTime time) throws SQLException {
		this.database.writing();
		return prepare(text, parameters, time).executeUpdate();
	}

	void execute(ClockedText text, List<Object> parameters, OffsetDateTime time) throws SQLException {
		if (!text.sql().startsWith("select")) {
			this.database.writing();
		}
		prepare(text, parameters, time).execute();
	}

	private PreparedStatement prepare(ClockedText text, List<Object> parameters, OffsetDateTime time)
			throws SQLException {
		PreparedStatement statement = this.prepared.get(text);
		if (statement == null) {
			statement = this.connection.prepareStatement(text.sql());
			this.prepared.put(text, statement);
		}
		for (int i = 0; i < parameters.size(); i++) {
			Object value = parameters.get(i);
			if (value == Parameters.NULL) {
				statement.setNull(i + 1, Types.NULL);
			}
			else {
				statement.setObject(i + 1, value);
			}
		}
		if (text.clock() > 0) {
			statement.setObject(text.clock(), time);
		}
		return statement;
	}

	private static ResultSet copy(ResultSet answer) throws SQLException {
		SimpleResultSet copy = new SimpleResultSet();
		ResultSetMetaData columns = answer.getMetaData();
		int count = columns.getColumnCount();
		for (int i = 1; i <= count; i++) {
			copy.addColumn(columns.getColumnLabel(i), columns.getColumnType(i), 0, 0);
		}
		while (answer.next()) {
			Object[] row = new Object[count];
			for (int i = 0; i < count; i++) {
				row[i] = answer.getObject(i + 1);
			}
			copy.addRow(row);
		}
		return copy;
	}

}
