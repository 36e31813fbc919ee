package io.github.lockstarter.benchmark.contender;

import java.util.concurrent.locks.Lock;

import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

import io.github.lockstarter.peer.RegistryLocks;

/**
 * Spring Integration's lock registry, with its defaults but for the lease. It renews
 * nothing.
 */
final class RegistryLock implements Contender {

	private final RegistryLocks locks;

	RegistryLock(Endpoint endpoint, RedisLockType type) {
		this.locks = RegistryLocks.open(endpoint.host(), endpoint.port(), endpoint.lease(), type, false);
	}

	@Override
	public Runnable acquire(String name) {
		Lock lock = this.locks.lock(name);
		lock.lock();
		return lock::unlock;
	}

	@Override
	public void close() {
		this.locks.close();
	}

}
