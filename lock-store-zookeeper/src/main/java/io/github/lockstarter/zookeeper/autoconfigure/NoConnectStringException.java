package io.github.lockstarter.zookeeper.autoconfigure;

/**
 * Nothing says which servers keep the locks.
 */
final class NoConnectStringException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	NoConnectStringException() {
		super("Distributed locks are to be kept in ZooKeeper, and nothing says where that is");
	}

}
