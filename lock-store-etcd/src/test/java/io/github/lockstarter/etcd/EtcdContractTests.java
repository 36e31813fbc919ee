package io.github.lockstarter.etcd;

import org.junit.jupiter.api.BeforeAll;

/**
 * The store on a real etcd, where there is one.
 */
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
