package io.github.lockstarter.shedlock;

import java.util.Optional;

import net.javacrumbs.shedlock.core.AbstractSimpleLock;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.SimpleLock;

import io.github.lockstarter.async.AsyncLease;

/**
 * An acquired lock of ShedLock; unlocking it after it has expired does nothing.
 */
final class LeaseSimpleLock extends AbstractSimpleLock {

	private final LeaseLockProvider provider;

	private final AsyncLease lease;

	LeaseSimpleLock(LockConfiguration configuration, LeaseLockProvider provider, AsyncLease lease) {
		super(configuration);
		this.provider = provider;
		this.lease = lease;
	}

	@Override
	protected void doUnlock() {
		this.provider.unlock(this.lease);
	}

	@Override
	protected Optional<SimpleLock> doExtend(LockConfiguration newConfiguration) {
		return this.provider.extend(this.lease, newConfiguration)
			.map((extended) -> new LeaseSimpleLock(newConfiguration, this.provider, extended));
	}

}
