package io.github.lockstarter.jdbc;

import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;

import io.github.lockstarter.test.TestMariaDb;

/**
 * On the MariaDB or MySQL that {@code LOCK_TEST_MARIADB} names.
 */
class MariaDbLostTablesIntegrationTests extends LostTablesContract {

	private static String url;

	@BeforeAll
	static void begin() {
		url = TestMariaDb.shared();
	}

	@Override
	ConnectionSource source() {
		return new DriverConnections(url, null, null);
	}

	/**
	 * The first heartbeat of each is on its way before the answer.
	 */
	@Override
	void awaitMessages(JdbcLockStore... instances) {
		Stream.of(instances).forEach((one) -> one.describe("b").toCompletableFuture().join());
	}

}
