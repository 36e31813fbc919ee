package io.github.lockstarter.jdbc;

import org.junit.jupiter.api.Tag;

@Tag("any-jdk")
class H2OneStatementTests extends OneStatementContract {

	@Override
	ConnectionSource source() {
		return new DriverConnections("jdbc:h2:mem:onestatement;DB_CLOSE_DELAY=-1", "sa", "");
	}

}
