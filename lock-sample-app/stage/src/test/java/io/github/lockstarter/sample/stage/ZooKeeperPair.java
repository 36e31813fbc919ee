package io.github.lockstarter.sample.stage;

import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import io.github.lockstarter.test.FreePort;

/**
 * Hands the tests of one class a {@link Pair} whose locks are in a ZooKeeper in this JVM,
 * which ends with the last of them.
 */
public final class ZooKeeperPair extends SharedPair implements BeforeAllCallback {

	// A session may last 20 of them
	private static final int TICK_MILLIS = 30_000;

	@Override
	public void beforeAll(ExtensionContext context) throws Exception {
		TestingServer server = new TestingServer(
				new InstanceSpec(null, FreePort.pick(), -1, -1, true, -1, TICK_MILLIS, 100), true);
		context.getStore(NAMESPACE).put(TestingServer.class, (AutoCloseable) server::close);
		context.getStore(NAMESPACE)
			.put(Pair.class,
					new Pair("zookeeper-pair", "--store=zookeeper",
							"--distributed-lock.zookeeper.connect-string=" + server.getConnectString(),
							"--distributed-lock.zookeeper.session-timeout=9m"));
	}

	@Override
	Pair pair(ExtensionContext context) {
		return context.getStore(NAMESPACE).get(Pair.class, Pair.class);
	}

}
