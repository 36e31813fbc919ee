package io.github.lockstarter.jdbc;

import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;

@Tag("any-jdk")
class H2LostTablesTests extends LostTablesContract {

	private final ConnectionSource source = new DriverConnections(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

	@Override
	ConnectionSource source() {
		return this.source;
	}

	/**
	 * The first heartbeat of each is on its way before the answer.
	 */
	@Override
	void awaitMessages(JdbcLockStore... instances) {
		Stream.of(instances).forEach((one) -> one.describe("b").toCompletableFuture().join());
	}

}
