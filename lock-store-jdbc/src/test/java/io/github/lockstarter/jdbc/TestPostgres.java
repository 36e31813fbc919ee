package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.time.Duration;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

import io.github.lockstarter.test.FreePort;

/**
 * One PostgreSQL for all tests of this JVM, which ends with it.
 */
final class TestPostgres {

	private static final EmbeddedPostgres SERVER = start();

	private TestPostgres() {
	}

	private static EmbeddedPostgres start() {
		try {
			return EmbeddedPostgres.builder()
				.setPort(FreePort.pick())
				// every machine has it, and its messages are in English
				.setLocaleConfig("locale", "C")
				.setPGStartupWait(Duration.ofMinutes(2))
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static ConnectionSource source() {
		return new DriverConnections(url(), "postgres", "postgres");
	}

	static String url() {
		return url("postgres");
	}

	static String url(String database) {
		return SERVER.getJdbcUrl("postgres", database);
	}

}
