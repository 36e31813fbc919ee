package io.github.lockstarter.jdbc;

import io.github.lockstarter.test.TestPostgres;

/**
 * The PostgreSQL of this JVM's tests, as a store connects to it.
 */
final class SharedPostgres {

	private SharedPostgres() {
	}

	static ConnectionSource source() {
		return source("postgres");
	}

	static ConnectionSource source(String database) {
		return new DriverConnections(TestPostgres.shared().url(database), "postgres", "postgres");
	}

}
