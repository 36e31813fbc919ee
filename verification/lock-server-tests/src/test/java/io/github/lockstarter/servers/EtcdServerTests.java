package io.github.lockstarter.servers;

import java.util.Map;

import io.github.lockstarter.test.EtcdMembers;
import io.github.lockstarter.test.TestEtcd;

/**
 * On the etcd on the path, or that of {@code LOCK_TEST_ETCD}.
 */
class EtcdServerTests extends ServerContract {

	@Override
	TestedServer server() {
		EtcdMembers etcd = TestEtcd.start(1);
		return new TestedServer(Map.of("distributed-lock.store", "etcd", "distributed-lock.etcd.session-ttl", SESSION,
				"distributed-lock.etcd.endpoints", etcd.endpoints().get(0)), () -> {
					etcd.kill(0);
					etcd.restart(0);
					etcd.awaitAnswer();
				}, etcd::close);
	}

}
