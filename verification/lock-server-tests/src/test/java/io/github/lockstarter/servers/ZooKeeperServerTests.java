package io.github.lockstarter.servers;

import java.time.Duration;
import java.util.Map;

import io.github.lockstarter.test.TestZooKeeper;

/**
 * On the ZooKeeper of the build.
 */
class ZooKeeperServerTests extends ServerContract {

	private static final int TICK_MILLIS = 2_000;

	@Override
	TestedServer server() {
		TestZooKeeper zooKeeper = TestZooKeeper.start(1, TICK_MILLIS, Duration.ofSeconds(150));
		return new TestedServer(
				Map.of("distributed-lock.store", "zookeeper", "distributed-lock.zookeeper.session-timeout", SESSION,
						"distributed-lock.zookeeper.connect-string", zooKeeper.connectString()),
				() -> {
					zooKeeper.kill(0);
					zooKeeper.restart(0);
				}, zooKeeper::close);
	}

}
