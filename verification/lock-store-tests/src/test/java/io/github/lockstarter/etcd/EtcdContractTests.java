package io.github.lockstarter.etcd;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;

import io.github.lockstarter.test.TestEtcd;

/**
 * The store on a real etcd, where there is one.
 */
// an etcd is not on every machine; ModelContractTests has the model of one
@Tag("slow")
class EtcdContractTests extends EtcdLockStoreContract {

	private static String endpoint;

	@BeforeAll
	static void begin() {
		endpoint = TestEtcd.shared();
	}

	@Override
	String endpoint() {
		return endpoint;
	}

}
