package io.github.lockstarter.proof.fault;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;

import io.github.lockstarter.proof.workload.Servers;
import io.github.lockstarter.test.TestZooKeeper;

/**
 * Three servers of ZooKeeper in this JVM.
 */
public final class ZooKeeperEnsemble implements Ensemble {

	private static final String ROOT = "/distributed-locks";

	// With which a server makes the password of a session that it begins.
	private static final long SERVERS_SECRET = 0XB3415C00L;

	private static final int CONNECT_SECONDS = 10;

	private final TestZooKeeper servers = TestZooKeeper.start(3, Servers.TICK_MILLIS);

	private ZooKeeperEnsemble() {
	}

	/**
	 * Starts one on free ports.
	 * @return the servers, one of which leads; close them
	 */
	public static ZooKeeperEnsemble start() {
		return new ZooKeeperEnsemble();
	}

	@Override
	public List<Integer> ports() {
		return this.servers.ports();
	}

	@Override
	public int leader() {
		return this.servers.leader();
	}

	@Override
	public boolean kill(int server) {
		return this.servers.kill(server);
	}

	@Override
	public void restart(int server) {
		this.servers.restart(server);
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
		ZooKeeper client = new ZooKeeper(this.servers.connectString(), 10 * Servers.TICK_MILLIS,
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
		this.servers.close();
	}

}
