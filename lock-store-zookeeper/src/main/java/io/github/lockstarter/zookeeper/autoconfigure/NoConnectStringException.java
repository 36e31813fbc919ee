package io.github.lockstarter.zookeeper.autoconfigure;

/**
 * No servers are configured.
 */
final class NoConnectStringException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	NoConnectStringException() {
		super("Distributed locks are kept in ZooKeeper, but no server is configured");
	}

}
