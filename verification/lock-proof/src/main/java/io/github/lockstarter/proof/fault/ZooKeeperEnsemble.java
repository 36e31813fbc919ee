package io.github.lockstarter.proof.fault;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.apache.curator.test.InstanceSpec;
import org.apache.curator.test.TestingCluster;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

import io.github.lockstarter.proof.workload.Servers;

/**
 * Three servers of ZooKeeper in this JVM.
 */
public final class ZooKeeperEnsemble implements Ensemble {

	private static final int SERVERS = 3;

	private static final String ROOT = "/distributed-locks";

	// With which a server makes the password of a session that it begins.
	private static final long SERVERS_SECRET = 0XB3415C00L;

	private static final int CONNECT_SECONDS = 10;

	private final List<InstanceSpec> all;

	private final TestingCluster servers;

	private ZooKeeperEnsemble() {
		this.all = IntStream.range(0, SERVERS)
			.mapToObj((index) -> new InstanceSpec(null, -1, -1, -1, true, -1, Servers.TICK_MILLIS, 200))
			.toList();
		this.servers = new TestingCluster(this.all);
	}

	/**
	 * Starts one on free ports.
	 * @return the servers, one of which leads; close them
	 */
	public static ZooKeeperEnsemble start() {
		ZooKeeperEnsemble ensemble = new ZooKeeperEnsemble();
		try {
			ensemble.servers.start();
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
		ensemble.awaitLeader();
		return ensemble;
	}

	@Override
	public List<Integer> ports() {
		return this.all.stream().map(InstanceSpec::getPort).toList();
	}

	@Override
	public int leader() {
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

	@Override
	public boolean kill(int server) {
		try {
			return this.servers.killServer(this.all.get(server));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public void restart(int server) {
		try {
			this.servers.restartServer(this.all.get(server));
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public boolean endSession(Random random) throws InterruptedException {
		try {
			List<String> places = places();
			if (places.isEmpty()) {
				return false;
			}
			long session;
			try (ZooKeeper client = connect(0)) {
				Stat place = client.exists(places.get(random.nextInt(places.size())), false);
				session = (place != null) ? place.getEphemeralOwner() : 0;
			}
			if (session != 0) {
				connect(session).close();
			}
			return session != 0;
		}
		catch (KeeperException | IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public List<String> places() throws InterruptedException {
		List<String> places = new ArrayList<>();
		try (ZooKeeper client = connect(0)) {
			collect(client, ROOT, places);
		}
		catch (KeeperException | IOException ex) {
			throw new IllegalStateException(ex);
		}
		return places;
	}

	private static void collect(ZooKeeper client, String path, List<String> places)
			throws KeeperException, InterruptedException {
		try {
			for (String child : client.getChildren(path, false)) {
				String below = path + "/" + child;
				Stat stat = client.exists(below, false);
				if (stat != null && stat.getEphemeralOwner() != 0) {
					places.add(below);
				}
				else if (stat != null) {
					collect(client, below, places);
				}
			}
		}
		catch (KeeperException.NoNodeException ex) {
			// it has gone meanwhile
		}
	}

	private ZooKeeper connect(long session) throws IOException, InterruptedException {
		byte[] password = new byte[16];
		new Random(session ^ SERVERS_SECRET).nextBytes(password);
		CountDownLatch connected = new CountDownLatch(1);
		ZooKeeper client = new ZooKeeper(this.servers.getConnectString(), 10 * Servers.TICK_MILLIS,
				(WatchedEvent event) -> {
					if (event.getState() == KeeperState.SyncConnected || event.getState() == KeeperState.Expired) {
						connected.countDown();
					}
				}, session, password);
		if (!connected.await(CONNECT_SECONDS, TimeUnit.SECONDS)) {
			client.close();
			throw new IllegalStateException("No server takes a connection");
		}
		return client;
	}

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
