package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;

/**
 * One PostgreSQL for all tests of this JVM, which ends with it.
 */
final class TestPostgres {

	private static final EmbeddedPostgres SERVER = start();

	private TestPostgres() {
	}

	private static EmbeddedPostgres start() {
		try {
			return EmbeddedPostgres.builder().start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	static ConnectionSource source() {
		return new DriverConnections(url(), "postgres", "postgres");
	}

	static String url() {
		return SERVER.getJdbcUrl("postgres", "postgres");
	}

}
