package io.github.lockstarter.jdbc;

import java.util.UUID;

class H2LostTablesTests extends LostTablesContract {

	private final ConnectionSource source = new DriverConnections(
			"jdbc:h2:mem:" + UUID.randomUUID() + ";DB_CLOSE_DELAY=-1", "sa", "");

	@Override
	ConnectionSource source() {
		return this.source;
	}

}
