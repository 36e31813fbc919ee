package io.github.lockstarter.benchmark.contender;

import java.util.concurrent.locks.Lock;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Spring Integration's lock registry, with its renewal turned on.
 */
final class RegistryLock implements Contender {

	private final LettuceConnectionFactory factory;

	private final ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();

	private final RedisLockRegistry registry;

	RegistryLock(Endpoint endpoint, RedisLockType type) {
		this.factory = SpringRedis.connectionFactory(endpoint);
		this.scheduler.afterPropertiesSet();
		this.registry = new RedisLockRegistry(this.factory, "registry-" + type, endpoint.lease());
		this.registry.setRedisLockType(type);
		this.registry.setRenewalTaskScheduler(this.scheduler);
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
		this.scheduler.destroy();
		this.factory.destroy();
	}

}
