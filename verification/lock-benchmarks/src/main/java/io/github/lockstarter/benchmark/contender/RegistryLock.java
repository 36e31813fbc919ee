package io.github.lockstarter.benchmark.contender;

import java.util.concurrent.locks.Lock;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;

/**
 * Spring Integration's lock registry, with its defaults but for the lease. It renews
 * nothing.
 */
final class RegistryLock implements Contender {

	private final LettuceConnectionFactory factory;

	private final RedisLockRegistry registry;

	RegistryLock(Endpoint endpoint, RedisLockType type) {
		this.factory = SpringRedis.connectionFactory(endpoint);
		this.registry = new RedisLockRegistry(this.factory, "registry-" + type, endpoint.lease());
		this.registry.setRedisLockType(type);
	}

	@Override
	public Runnable acquire(String name) {
		Lock lock = this.registry.obtain(name);
		lock.lock();
		return lock::unlock;
	}

	@Override
	public void close() {
		this.registry.destroy();
		this.factory.destroy();
	}

}
