package io.github.lockstarter.jdbc;

import java.sql.Array;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The statements of one connection, each prepared once. For one thread.
 */
final class Statements {

	// Encodings of PostgreSQL that can store every character.
	private static final Set<String> UNICODE = Set.of("UTF8", "SQL_ASCII");

	private final Connection connection;

	private final Map<String, PreparedStatement> prepared = new HashMap<>();

	private final boolean unicode;

	Statements(Connection connection, Dialect dialect) throws SQLException {
		this.connection = connection;
		this.unicode = dialect != Dialect.POSTGRESQL || UNICODE.contains(one("show server_encoding"));
	}

	String readable(String text) {
		return this.unicode ? text : text.replaceAll("[^\\p{ASCII}]", "?");
	}

	Array array(String type, Stream<?> values) throws SQLException {
		return this.connection.createArrayOf(type, values.toArray());
	}

	PreparedStatement prepare(String sql) throws SQLException {
		PreparedStatement known = this.prepared.get(sql);
		if (known == null) {
			known = this.connection.prepareStatement(sql);
			this.prepared.put(sql, known);
		}
		return known;
	}

	String one(String query) throws SQLException {
		try (PreparedStatement statement = this.connection.prepareStatement(query);
				ResultSet result = statement.executeQuery()) {
			result.next();
			return Objects.requireNonNullElse(result.getString(1), "");
		}
	}

}
