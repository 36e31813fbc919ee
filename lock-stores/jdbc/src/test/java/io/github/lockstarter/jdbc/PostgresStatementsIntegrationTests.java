package io.github.lockstarter.jdbc;

import java.util.List;

import org.junit.jupiter.api.Tag;

@Tag("any-jdk")
class PostgresStatementsIntegrationTests extends StatementsContract {

	@Override
	ConnectionSource source() {
		return SharedPostgres.source();
	}

	@Override
	List<String> acquireNew() {
		return List.of("insert");
	}

	@Override
	List<String> acquireAgain() {
		return List.of("insert");
	}

	@Override
	List<String> renewTwo() {
		return List.of("with");
	}

	@Override
	List<String> handOver() {
		return List.of("update", "select", "update", "select");
	}

}
