package io.github.lockstarter.etcd.autoconfigure;

/**
 * No members are configured.
 */
final class NoEndpointsException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	NoEndpointsException() {
		super("Distributed locks are kept in etcd, but no endpoint is configured");
	}

}
