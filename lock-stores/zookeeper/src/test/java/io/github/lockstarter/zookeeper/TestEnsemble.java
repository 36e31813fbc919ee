package io.github.lockstarter.zookeeper;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.FaultProxy.Flow;
import io.github.lockstarter.test.TestZooKeeper;

/**
 * Three servers in this JVM, and ways to them that can be cut.
 */
final class TestEnsemble implements AutoCloseable {

	/**
	 * More than an election takes, on a busy machine, too.
	 */
	static final Duration LONGEST_SESSION = Duration.ofSeconds(20);

	private static final int TICK_MILLIS = 500;

	private final TestZooKeeper servers = TestZooKeeper.start(3, TICK_MILLIS, LONGEST_SESSION);

	private final List<FaultProxy> proxies = this.servers.ports()
		.stream()
		.map((port) -> FaultProxy.to("127.0.0.1", port))
		.toList();

	/**
	 * The servers themselves.
	 */
	String connectString() {
		return this.servers.connectString();
	}

	/**
	 * The servers by ways that can be cut.
	 */
	String throughProxies() {
		return this.proxies.stream().map((proxy) -> "127.0.0.1:" + proxy.port()).collect(Collectors.joining(","));
	}

	/**
	 * Nothing passes on those ways, and nobody is told.
	 */
	void cutOff() {
		this.proxies.forEach((proxy) -> {
			proxy.newConnections(Flow.HOLD);
			proxy.requests(Flow.HOLD);
			proxy.replies(Flow.HOLD);
		});
	}

	/**
	 * Everything passes on those ways, also what was held up.
	 */
	void join() {
		this.proxies.forEach((proxy) -> {
			proxy.requests(Flow.PASS);
			proxy.replies(Flow.PASS);
			proxy.newConnections(Flow.PASS);
		});
	}

	/**
	 * Which server leads the others, negative if none does.
	 */
	int leader() {
		return this.servers.leader();
	}

	/**
	 * Kills a server.
	 */
	void kill(int server) {
		this.servers.kill(server);
	}

	/**
	 * Starts one that was killed.
	 */
	void restart(int server) {
		this.servers.restart(server);
	}

	@Override
	public void close() {
		this.proxies.forEach(FaultProxy::close);
		this.servers.close();
	}

}
