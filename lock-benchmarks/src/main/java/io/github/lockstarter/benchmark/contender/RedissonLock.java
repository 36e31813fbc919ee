package io.github.lockstarter.benchmark.contender;

import java.util.function.BiFunction;

import org.redisson.Redisson;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/**
 * One of Redisson's locks, with its defaults but for the lease.
 */
final class RedissonLock implements Contender {

	private final RedissonClient client;

	private final String prefix;

	private final BiFunction<RedissonClient, String, RLock> kind;

	RedissonLock(Endpoint endpoint, String prefix, BiFunction<RedissonClient, String, RLock> kind) {
		Config config = new Config();
		config.setLockWatchdogTimeout(endpoint.lease().toMillis());
		config.useSingleServer().setAddress(endpoint.uri());
		this.client = Redisson.create(config);
		this.prefix = prefix;
		this.kind = kind;
	}

	@Override
	public Runnable acquire(String name) {
		RLock lock = this.kind.apply(this.client, this.prefix + name);
		lock.lock();
		return lock::unlock;
	}

	@Override
	public void close() {
		this.client.shutdown();
	}

}
