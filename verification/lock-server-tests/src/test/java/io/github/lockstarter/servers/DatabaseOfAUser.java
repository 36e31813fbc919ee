package io.github.lockstarter.servers;

import java.util.Map;

import io.github.lockstarter.test.TestMariaDb;

/**
 * A MariaDB or MySQL to which the application logs in with a password, without TLS.
 */
final class DatabaseOfAUser {

	private DatabaseOfAUser() {
	}

	static TestedServer on(TestMariaDb server, String driver) {
		// a client without TLS asks for the key with which it encrypts its password
		String url = server.url(driver) + "?sslMode=" + (driver.equals("mysql") ? "DISABLED" : "disable")
				+ "&allowPublicKeyRetrieval=true";
		return new TestedServer(
				Map.of("distributed-lock.store", "jdbc", "distributed-lock.jdbc.initialize-schema", "always",
						"distributed-lock.jdbc.url", url, "distributed-lock.jdbc.username", TestMariaDb.USER,
						"distributed-lock.jdbc.password", TestMariaDb.PASSWORD, "spring.datasource.url", url),
				server::restart, server::close);
	}

}
