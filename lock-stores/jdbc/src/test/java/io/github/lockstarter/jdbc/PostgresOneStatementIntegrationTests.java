package io.github.lockstarter.jdbc;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.jdbc.JdbcSettings.SchemaMode;

import static org.assertj.core.api.Assertions.assertThat;

@Tag("any-jdk")
class PostgresOneStatementIntegrationTests extends OneStatementContract {

	private static final long FOREVER = Long.MAX_VALUE / 2;

	@Override
	ConnectionSource source() {
		return SharedPostgres.source();
	}

	/**
	 * A trigger writes down how each change of a table of its own is committed.
	 */
	@Test
	void acquisitionWaitsForTheDiskAndReleaseDoesNot() throws SQLException {
		try (Connection connection = source().open("test", JdbcContract.PATIENCE);
				Statement statement = connection.createStatement()) {
			new LockSchema(connection, Dialect.POSTGRESQL,
					new JdbcSettings("watched", SchemaMode.ALWAYS, 1, Duration.ofMillis(20)))
				.ensure();
			statement.execute("create table if not exists watched_commits (number serial, waits text)");
			statement.execute("create or replace function watch() returns trigger language plpgsql as $$ begin "
					+ "insert into watched_commits (waits) values (current_setting('synchronous_commit')); "
					+ "return null; end $$");
			statement.execute("create or replace trigger watch after insert or update on watched "
					+ "for each row execute function watch()");
			statement.execute("set synchronous_commit = on");
			LockTables tables = new LockTables(connection, Dialect.POSTGRESQL, "watched", 60_000);
			for (int i = 0; i < 2; i++) {
				assertThat(tables.own("row", "job", "a:" + i, 60_000, 1, FOREVER)).isNotNull();
				assertThat(tables.release("row", "a:" + i)).isTrue();
			}
			List<String> waits = new ArrayList<>();
			try (ResultSet result = statement.executeQuery("select waits from watched_commits order by number")) {
				while (result.next()) {
					waits.add(result.getString(1));
				}
			}
			assertThat(waits).containsExactly("on", "off", "on", "off");
		}
	}

}
