package io.github.lockstarter.zookeeper;

import java.net.InetSocketAddress;
import java.util.Collection;

import org.apache.zookeeper.client.ConnectStringParser;
import org.apache.zookeeper.client.HostProvider;
import org.apache.zookeeper.client.StaticHostProvider;

/**
 * The servers, in the order of ZooKeeper's client; reports each attempt to connect.
 */
final class ServersInTurn implements HostProvider {

	private final HostProvider servers;

	private final Runnable trying;

	ServersInTurn(String connectString, Runnable trying) {
		this.servers = new StaticHostProvider(new ConnectStringParser(connectString).getServerAddresses());
		this.trying = trying;
	}

	@Override
	public int size() {
		return this.servers.size();
	}

	@Override
	public InetSocketAddress next(long spinDelay) {
		InetSocketAddress next = this.servers.next(spinDelay);
		this.trying.run();
		return next;
	}

	@Override
	public void onConnected() {
		this.servers.onConnected();
	}

	@Override
	public boolean updateServerList(Collection<InetSocketAddress> addresses, InetSocketAddress current) {
		return this.servers.updateServerList(addresses, current);
	}

}
