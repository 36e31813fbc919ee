package io.github.lockstarter.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.test.TestPostgres;

/**
 * On the PostgreSQL of the build, or that of {@code LOCK_TEST_POSTGRESQL}.
 */
class PostgresServerTests extends ServerContract {

	@TempDir
	private static Path directory;

	@Override
	TestedServer server() {
		TestPostgres postgres = TestPostgres.start(Map.of("synchronous_commit", "on"));
		return new TestedServer(
				Map.of("distributed-lock.store", "jdbc", "distributed-lock.jdbc.initialize-schema", "always",
						"distributed-lock.jdbc.url", postgres.url(), "distributed-lock.jdbc.username", "postgres",
						"distributed-lock.jdbc.password", "postgres", "spring.datasource.url", postgres.url()),
				() -> postgres.restart(log()), postgres::close);
	}

	private static Path log() {
		try {
			return Files.createTempFile(directory, "postgresql", ".log");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
