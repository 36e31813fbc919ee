package io.github.lockstarter.servers;

import java.util.Map;

import io.github.lockstarter.test.ConsulMembers;
import io.github.lockstarter.test.TestConsul;

/**
 * On the Consul on the path, or that of {@code LOCK_TEST_CONSUL}.
 */
class ConsulServerTests extends ServerContract {

	@Override
	TestedServer server() {
		ConsulMembers consul = TestConsul.start(1);
		return new TestedServer(Map.of("distributed-lock.store", "consul", "distributed-lock.consul.session-ttl",
				SESSION, "distributed-lock.consul.endpoints", consul.endpoints().get(0)), () -> {
					consul.kill(0);
					consul.restart(0);
					consul.awaitAnswer();
				}, consul::close);
	}

}
