package io.github.lockstarter.benchmark.contender;

import java.util.EnumSet;
import java.util.Locale;

import org.redisson.api.RLock;

import io.github.lockstarter.peer.RedissonKind;
import io.github.lockstarter.peer.RedissonLocks;

/**
 * One of Redisson's locks, with its defaults but for the lease.
 */
final class RedissonLock implements Contender {

	private final RedissonLocks locks;

	private final RedissonKind kind;

	private final String prefix;

	RedissonLock(Endpoint endpoint, RedissonKind kind) {
		this.locks = RedissonLocks.open(endpoint.lease(), endpoint.uris());
		this.kind = kind;
		// one lock for those who read it and those who write it
		this.prefix = (EnumSet.of(RedissonKind.READ, RedissonKind.WRITE).contains(kind) ? "read-write"
				: kind.name().toLowerCase(Locale.ROOT)) + ":";
	}

	@Override
	public Runnable acquire(String name) {
		RLock lock = this.locks.lock(this.kind, this.prefix + name);
		lock.lock();
		return lock::unlock;
	}

	@Override
	public void close() {
		this.locks.close();
	}

}
