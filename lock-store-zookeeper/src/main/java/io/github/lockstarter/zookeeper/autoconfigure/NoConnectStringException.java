package io.github.lockstarter.zookeeper.autoconfigure;

/**
 * No servers are configured.
 */
final class NoConnectStringException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	NoConnectStringException() {
		super("Distributed locks are to be kept in ZooKeeper, and nothing says where that is");
	}

}
