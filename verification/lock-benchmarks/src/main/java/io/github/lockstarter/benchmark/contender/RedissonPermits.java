package io.github.lockstarter.benchmark.contender;

import io.github.lockstarter.peer.RedissonLocks;

/**
 * Redisson's semaphore whose permits have a lease, which nobody renews.
 */
final class RedissonPermits implements Contender {

	private final RedissonLocks locks;

	RedissonPermits(Endpoint endpoint) {
		this.locks = RedissonLocks.open(endpoint.lease(), endpoint.uris());
	}

	@Override
	public Runnable acquire(String name) {
		return this.locks.permit("permits:" + name, Contenders.PERMITS);
	}

	@Override
	public void close() {
		this.locks.close();
	}

}
