package io.github.lockstarter.jdbc;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.postgresql.PGConnection;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the driver prepares on PostgreSQL, and does not prepare behind a pool: there the
 * process that it was told at first is not the one that answers.
 */
class PostgresPoolIntegrationTests {

	// Two connections behind one PgBouncer prepared other statements under one name.
	@Test
	void nothingIsPreparedBehindAPool() throws SQLException {
		try (Connection opened = open()) {
			Dialect.POSTGRESQL.prepare(behindAPool(opened));
			assertThat(prepared(opened)).isZero();
		}
	}

	@Test
	void whatIsAskedOftenIsPreparedWithoutAPool() throws SQLException {
		try (Connection opened = open()) {
			Dialect.POSTGRESQL.prepare(opened);
			assertThat(prepared(opened)).isPositive();
		}
	}

	private static Connection open() throws SQLException {
		return SharedPostgres.source().open("pool", Duration.ofSeconds(10));
	}

	private static int prepared(Connection connection) throws SQLException {
		try (PreparedStatement often = connection.prepareStatement("select ?::int")) {
			for (int i = 0; i < 10; i++) {
				often.setInt(1, i);
				often.executeQuery().close();
			}
			try (Statement statement = connection.createStatement();
					ResultSet count = statement.executeQuery("select count(*) from pg_prepared_statements")) {
				count.next();
				return count.getInt(1);
			}
		}
	}

	private static Connection behindAPool(Connection opened) throws SQLException {
		PGConnection direct = opened.unwrap(PGConnection.class);
		PGConnection behind = instead(PGConnection.class, direct, "getBackendPID", direct.getBackendPID() + 1);
		return instead(Connection.class, opened, "unwrap", behind);
	}

	private static <T> T instead(Class<T> type, T original, String method, Object answer) {
		return type
			.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, (proxy, called, arguments) -> {
				try {
					return called.getName().equals(method) ? answer : called.invoke(original, arguments);
				}
				catch (InvocationTargetException ex) {
					throw ex.getCause();
				}
			}));
	}

}
