package io.github.lockstarter.benchmark.contender;

import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;

import com.zaxxer.hikari.HikariConfig;
import com.zaxxer.hikari.HikariDataSource;

/**
 * The connections of those who use a {@code DataSource}: a pool as Spring Boot makes it,
 * with its defaults.
 */
final class DatabasePool {

	private DatabasePool() {
	}

	/**
	 * Opens a pool, and makes a table where it is missing.
	 * @param endpoint the database
	 * @param table its definition
	 */
	static HikariDataSource open(Endpoint endpoint, String table) {
		HikariConfig config = new HikariConfig();
		config.setJdbcUrl(endpoint.jdbcUrl());
		HikariDataSource pool = new HikariDataSource(config);
		try (Connection connection = pool.getConnection(); Statement statement = connection.createStatement()) {
			// one transaction: other JVMs make it at the same moment
			statement.execute("select pg_advisory_xact_lock(hashtext('tables')); " + table);
			return pool;
		}
		catch (SQLException ex) {
			pool.close();
			throw new IllegalStateException(ex);
		}
	}

}
