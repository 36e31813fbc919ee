package io.github.lockstarter.benchmark.contender;

import java.util.EnumSet;
import java.util.List;
import java.util.Locale;

import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * One of Redisson's locks, with its defaults but for the time after which the watchdog
 * lets a lock end: that is the lease.
 */
final class RedissonLock implements Contender {

	private final List<RedissonClient> clients;

	private final RedissonKind kind;

	private final String prefix;

	RedissonLock(Endpoint endpoint, RedissonKind kind) {
		this.clients = endpoint.uris().stream().map((server) -> {
			Config config = new Config();
			config.setLockWatchdogTimeout(endpoint.lease().toMillis());
			config.useSingleServer().setAddress(server);
			return Redisson.create(config);
		}).toList();
		this.kind = kind;
		// one lock for those who read it and those who write it
		this.prefix = (EnumSet.of(RedissonKind.READ, RedissonKind.WRITE).contains(kind) ? "read-write"
				: kind.name().toLowerCase(Locale.ROOT)) + ":";
	}

	@Override
	public Runnable acquire(String name) {
		RLock lock = this.kind.lock(this.clients, this.prefix + name);
		lock.lock();
		return lock::unlock;
	}

	@Override
	public void close() {
		this.clients.forEach(RedissonClient::shutdown);
	}

}
