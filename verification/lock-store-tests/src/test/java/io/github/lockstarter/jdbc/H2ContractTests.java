package io.github.lockstarter.jdbc;

class H2ContractTests extends JdbcContract {

	@Override
	ConnectionSource source() {
		return new DriverConnections("jdbc:h2:mem:contract;DB_CLOSE_DELAY=-1", "sa", "");
	}

}
