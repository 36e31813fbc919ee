package io.github.lockstarter.jdbc;

import org.junit.jupiter.api.Tag;

// the contract on another database; H2ContractTests has it in each build
@Tag("slow")
class HsqldbContractTests extends JdbcContract {

	@Override
	ConnectionSource source() {
		return new DriverConnections("jdbc:hsqldb:mem:contract;hsqldb.tx=mvcc", "sa", "");
	}

}
