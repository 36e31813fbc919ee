package io.github.lockstarter.jdbc;

class HsqldbContractTests extends JdbcContract {

	@Override
	ConnectionSource source() {
		return new DriverConnections("jdbc:hsqldb:mem:contract;hsqldb.tx=mvcc", "sa", "");
	}

}
