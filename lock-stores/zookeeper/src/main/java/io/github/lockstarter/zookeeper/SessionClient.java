package io.github.lockstarter.zookeeper;

import java.io.IOException;

import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.client.HostProvider;
import org.apache.zookeeper.client.ZKClientConfig;

/**
 * ZooKeeper's client, which can also be closed without ending its session.
 */
final class SessionClient extends ZooKeeper {

	private volatile boolean silent;

	SessionClient(String connectString, int sessionTimeout, Watcher watcher, HostProvider servers,
			ZKClientConfig config) throws IOException {
		super(connectString, sessionTimeout, watcher, false, servers, config);
	}

	// The session and its nodes expire.
	void closeSilently() {
		this.silent = true;
	}

	@Override
	public void close() throws InterruptedException {
		if (this.silent) {
			this.cnxn.disconnect();
		}
		else {
			super.close();
		}
	}

}
