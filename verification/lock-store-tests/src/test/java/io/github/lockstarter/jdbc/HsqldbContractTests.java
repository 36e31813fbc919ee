package io.github.lockstarter.jdbc;

// the contract on another database; H2ContractTests has it in each build
@Tag("slow")
import org.junit.jupiter.api.Tag;

class HsqldbContractTests extends JdbcContract {

	@Override
	ConnectionSource source() {
		return new DriverConnections("jdbc:hsqldb:mem:contract;hsqldb.tx=mvcc", "sa", "");
	}

}
