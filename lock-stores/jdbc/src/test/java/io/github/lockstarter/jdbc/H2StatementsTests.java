package io.github.lockstarter.jdbc;

import java.util.List;

import org.junit.jupiter.api.Tag;

@Tag("any-jdk")
class H2StatementsTests extends StatementsContract {

	@Override
	ConnectionSource source() {
		return new DriverConnections("jdbc:h2:mem:statements;DB_CLOSE_DELAY=-1", "sa", "");
	}

	@Override
	List<String> acquireNew() {
		return List.of("select", "insert", "update");
	}

	@Override
	List<String> acquireAgain() {
		return List.of("select", "update");
	}

	@Override
	List<String> renewTwo() {
		return List.of("select", "update", "select", "update");
	}

	@Override
	List<String> handOver() {
		return List.of("update", "select", "update", "insert");
	}

}
