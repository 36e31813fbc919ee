package io.github.lockstarter.etcd.autoconfigure;

/**
 * No members are configured.
 */
final class NoEndpointsException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	NoEndpointsException() {
		super("Distributed locks are to be kept in etcd, and nothing says where that is");
	}

}
