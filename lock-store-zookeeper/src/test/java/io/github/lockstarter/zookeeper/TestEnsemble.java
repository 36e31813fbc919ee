package io.github.lockstarter.zookeeper;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.awaitility.Awaitility;

import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.FaultProxy.Flow;
import io.github.lockstarter.test.FreePort;

/**
 * Three servers in this JVM, and ways to them that can be cut.
 */
final class TestEnsemble implements AutoCloseable {

	/**
	 * More than an election takes, on a busy machine, too.
	 */
	static final Duration LONGEST_SESSION = Duration.ofSeconds(20);

	private static final int SERVERS = 3;

	private static final int TICK_MILLIS = 500;

	private final TestingCluster servers;

	private final List<InstanceSpec> all;

	private final List<FaultProxy> proxies = new ArrayList<>();

	TestEnsemble() {
		this.all = IntStream.range(0, SERVERS)
			.mapToObj((index) -> new InstanceSpec(null, FreePort.pick(), FreePort.pick(), FreePort.pick(), true, -1,
					TICK_MILLIS, 100, Map.of("maxSessionTimeout", Long.toString(LONGEST_SESSION.toMillis()))))
			.toList();
		this.servers = new TestingCluster(this.all);
		try {
			this.servers.start();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
		this.all.forEach((server) -> this.proxies.add(FaultProxy.to("127.0.0.1", server.getPort())));
		Awaitility.await().until(() -> leader() >= 0);
	}

	/**
	 * The servers themselves.
	 */
	String connectString() {
		return this.servers.getConnectString();
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
		return IntStream.range(0, SERVERS)
			.filter((index) -> mode(this.all.get(index)).equals("leader"))
			.findFirst()
			.orElse(-1);
	}

	private static String mode(InstanceSpec server) {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.getPort())) {
			socket.setSoTimeout(2_000);
			socket.getOutputStream().write("srvr".getBytes(StandardCharsets.US_ASCII));
			return new String(socket.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).lines()
				.filter((line) -> line.startsWith("Mode: "))
				.map((line) -> line.substring("Mode: ".length()))
				.findFirst()
				.orElse("");
		}
		catch (IOException ex) {
			return "";
		}
	}

	/**
	 * Kills a server.
	 */
	void kill(int server) {
		try {
			this.servers.killServer(this.all.get(server));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Starts one that was killed.
	 */
	void restart(int server) {
		try {
			this.servers.restartServer(this.all.get(server));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void close() throws IOException {
		this.proxies.forEach(FaultProxy::close);
		this.servers.close();
	}

}
