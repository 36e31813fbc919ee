package io.github.lockstarter.jdbc;

import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

// where several of its sessions write on a busy machine, one of them waits for seconds
@Execution(ExecutionMode.SAME_THREAD)
class HsqldbContractTests extends JdbcContract {

	@Override
	ConnectionSource source() {
		return new DriverConnections("jdbc:hsqldb:mem:contract;hsqldb.tx=mvcc", "sa", "");
	}

}
