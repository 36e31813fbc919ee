package io.github.lockstarter.consul;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The store on the model of Consul.
 */
// SessionLockStoreContractTests has the contract of sessions in each build.
@Tag("slow")
class ConsulModelContractTests extends ConsulLockStoreContract {

	private static TestAgent agent;

	@BeforeAll
	static void begin() {
		agent = new TestAgent(new ConsulModel());
	}

	@AfterAll
	static void end() {
		agent.close();
	}

	@Override
	String endpoint() {
		return agent.endpoint();
	}

}
