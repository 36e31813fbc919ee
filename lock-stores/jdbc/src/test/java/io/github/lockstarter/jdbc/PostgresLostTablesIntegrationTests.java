package io.github.lockstarter.jdbc;

import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;

@Tag("any-jdk")
class PostgresLostTablesIntegrationTests extends LostTablesContract {

	@Override
	ConnectionSource source() {
		return SharedPostgres.source();
	}

	@Override
	void awaitMessages(JdbcLockStore... instances) {
		Awaitility.await().until(() -> Stream.of(instances).allMatch((one) -> one.isPushAvailable("a")));
	}

}
