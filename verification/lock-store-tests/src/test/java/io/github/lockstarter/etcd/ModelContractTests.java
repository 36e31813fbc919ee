package io.github.lockstarter.etcd;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

/**
 * The store on what plays the gateway.
 */
// SessionLockStoreContractTests has the contract of sessions in each build
@Tag("slow")
class ModelContractTests extends EtcdLockStoreContract {

	private static TestGateway gateway;

	@BeforeAll
	static void begin() {
		gateway = new TestGateway(new EtcdModel());
	}

	@AfterAll
	static void end() {
		gateway.close();
	}

	@Override
	String endpoint() {
		return gateway.endpoint();
	}

}
