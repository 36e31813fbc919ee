package io.github.lockstarter.consul;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

import io.github.lockstarter.test.TestConsul;

/**
 * The store on a real Consul, if there is one.
 */
// Not every machine has a Consul; ConsulModelContractTests has its model.
@Tag("slow")
class ConsulContractTests extends ConsulLockStoreContract {

	private static String endpoint;

	@BeforeAll
	static void begin() {
		endpoint = TestConsul.shared();
	}

	@Override
	String endpoint() {
		return endpoint;
	}

}
