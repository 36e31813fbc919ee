package io.github.lockstarter.benchmark.server;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;

import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.test.TestPostgres;

/**
 * A PostgreSQL that commits as one in production: the embedded one runs without fsync and
 * with asynchronous commits unless it is told otherwise. It is asked about its work over
 * a connection to another of its databases.
 */
public final class MeasuredPostgres implements AutoCloseable {

	private static final String LOCKS = "postgres";

	private static final String OBSERVER = "template1";

	private final TestPostgres server;

	private final Connection connection;

	private MeasuredPostgres(TestPostgres server) throws SQLException {
		this.server = server;
		this.connection = DriverManager.getConnection(server.url(OBSERVER));
		execute("create extension if not exists pg_stat_statements");
		execute("alter system set pg_stat_statements.track = 'none'");
		execute("select pg_reload_conf()");
		if (!text("show fsync").equals("on") || !text("show synchronous_commit").equals("on")) {
			throw new IllegalStateException("A commit does not wait for the disk");
		}
	}

	/**
	 * Starts one on a free port.
	 * @return the server; close it
	 */
	public static MeasuredPostgres start() {
		try {
			return new MeasuredPostgres(TestPostgres.start(Map.of("fsync", "on", "synchronous_commit", "on",
					"shared_preload_libraries", "pg_stat_statements")));
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Where contenders connect to.
	 * @return the address, with the default lease
	 */
	public Endpoint endpoint() {
		return Endpoint.of(this.server.url(LOCKS));
	}

	/**
	 * Counts the statements of all clients from now on. Makes each of them dearer: never
	 * used while a time is measured.
	 * @return the count; close it
	 */
	public StatementCount countStatements() {
		execute("alter system set pg_stat_statements.track = 'top'");
		execute("select pg_reload_conf()");
		execute("select pg_stat_statements_reset()");
		return new StatementCount(this);
	}

	/**
	 * Ends a count.
	 * @return how many there were
	 */
	long stopCount() {
		long count = number("select coalesce(sum(calls), 0) from pg_stat_statements s "
				+ "join pg_database d on d.oid = s.dbid where d.datname = '" + LOCKS + "'");
		execute("alter system set pg_stat_statements.track = 'none'");
		execute("select pg_reload_conf()");
		return count;
	}

	private void execute(String sql) {
		try (Statement statement = this.connection.createStatement()) {
			statement.execute(sql);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private long number(String query) {
		return Long.parseLong(text(query));
	}

	private String text(String query) {
		try (Statement statement = this.connection.createStatement();
				ResultSet result = statement.executeQuery(query)) {
			result.next();
			return result.getString(1);
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() {
		try {
			this.connection.close();
			this.server.close();
		}
		catch (SQLException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
