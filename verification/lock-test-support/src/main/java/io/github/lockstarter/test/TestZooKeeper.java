package io.github.lockstarter.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;

/**
 * Servers of ZooKeeper in this JVM, on free ports: one alone, or several of which one
 * leads. Needs {@code curator-test}, which this module does not bring along.
 */
public final class TestZooKeeper implements AutoCloseable {

	// What a server grants by default, in ticks.
	private static final int TICKS_OF_A_SESSION = 20;

	private static final int CONNECTIONS = 200;

	private static final Duration ELECTION = Duration.ofMinutes(2);

	private final List<InstanceSpec> all;

	private final TestingCluster servers;

	private TestZooKeeper(int size, int tickMillis, Duration longestSession) {
		this.all = IntStream.range(0, size)
			.mapToObj((index) -> new InstanceSpec(null, FreePort.pick(), FreePort.pick(), FreePort.pick(), true, -1,
					tickMillis, CONNECTIONS, Map.of("maxSessionTimeout", Long.toString(longestSession.toMillis()))))
			.toList();
		this.servers = new TestingCluster(this.all);
	}

	/**
	 * Starts servers whose sessions last from two ticks to twenty. Several have elected a
	 * leader.
	 * @param size how many there are
	 * @param tickMillis the unit of their times
	 * @return the running servers; close them
	 */
	public static TestZooKeeper start(int size, int tickMillis) {
		return start(size, tickMillis, Duration.ofMillis((long) TICKS_OF_A_SESSION * tickMillis));
	}

	/**
	 * Starts servers. Several have elected a leader.
	 * @param size how many there are
	 * @param tickMillis the unit of their times
	 * @param longestSession for how long a session lasts at most of which they hear
	 * nothing
	 * @return the running servers; close them
	 */
	public static TestZooKeeper start(int size, int tickMillis, Duration longestSession) {
		TestZooKeeper started = new TestZooKeeper(size, tickMillis, longestSession);
		try {
			started.servers.start();
			if (size > 1) {
				Await.until("a server of ZooKeeper to lead", ELECTION, () -> started.leader() >= 0);
			}
			return started;
		}
		catch (Exception ex) {
			started.close();
			throw new IllegalStateException("ZooKeeper did not start", ex);
		}
	}

	/**
	 * Where they serve clients.
	 * @return the addresses, separated by commas
	 */
	public String connectString() {
		return this.servers.getConnectString();
	}

	/**
	 * Where they listen to clients, on the loopback address.
	 * @return the ports
	 */
	public List<Integer> ports() {
		return this.all.stream().map(InstanceSpec::getPort).toList();
	}

	/**
	 * Which server leads the others.
	 * @return its index, negative if none does
	 */
	public int leader() {
		return IntStream.range(0, this.all.size())
			.filter((index) -> mode(ports().get(index)).equals("leader"))
			.findFirst()
			.orElse(-1);
	}

	private static String mode(int port) {
		try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), port)) {
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
	 * @param index which one
	 * @return whether it ran
	 */
	public boolean kill(int index) {
		try {
			return this.servers.killServer(this.all.get(index));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Starts one that was killed, with what it has written.
	 * @param index which one
	 */
	public void restart(int index) {
		try {
			this.servers.restartServer(this.all.get(index));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * Ends the servers and deletes what they have written.
	 */
	@Override
	public void close() {
		try {
			this.servers.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
