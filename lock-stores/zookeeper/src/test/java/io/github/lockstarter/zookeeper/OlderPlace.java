package io.github.lockstarter.zookeeper;

import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;

import io.github.lockstarter.text.Sha256;

/**
 * The place of an instance without modes: the node of an exclusive place, which is read
 * by its number alone.
 */
final class OlderPlace {

	private static final String ROOT = "/distributed-locks";

	private final ZooKeeper client;

	private final String lock;

	private final String node;

	private OlderPlace(ZooKeeper client, String lock, String node) {
		this.client = client;
		this.lock = lock;
		this.node = node;
	}

	static OlderPlace take(String connectString, String name) {
		CountDownLatch connected = new CountDownLatch(1);
		try {
			ZooKeeper client = new ZooKeeper(connectString, 60_000, (event) -> {
				if (event.getState() == KeeperState.SyncConnected) {
					connected.countDown();
				}
			});
			if (!connected.await(120, TimeUnit.SECONDS)) {
				throw new IllegalStateException("Not connected");
			}
			String lock = ROOT + "/" + Sha256.of("lock", name);
			for (String parent : List.of(ROOT, lock)) {
				if (client.exists(parent, false) == null) {
					client.create(parent, new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE, CreateMode.PERSISTENT);
				}
			}
			String path = client.create(lock + "/older:1-", new byte[0], ZooDefs.Ids.OPEN_ACL_UNSAFE,
					CreateMode.EPHEMERAL_SEQUENTIAL);
			return new OlderPlace(client, lock, path.substring(lock.length() + 1));
		}
		catch (IOException | KeeperException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	int position() {
		try {
			return this.client.getChildren(this.lock, false)
				.stream()
				.sorted(Comparator.comparing((child) -> child.substring(child.lastIndexOf('-'))))
				.toList()
				.indexOf(this.node);
		}
		catch (KeeperException | InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	void leave() {
		try {
			this.client.close();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
