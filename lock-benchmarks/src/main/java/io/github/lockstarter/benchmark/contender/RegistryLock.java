package io.github.lockstarter.benchmark.contender;

import java.util.concurrent.locks.Lock;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Spring Integration's lock registry, with its defaults but for the lease. It renews only
 * where that is asked for.
 */
final class RegistryLock implements Contender {

	private final LettuceConnectionFactory factory;

	private final @Nullable ThreadPoolTaskScheduler scheduler;

	private final RedisLockRegistry registry;

	RegistryLock(Endpoint endpoint, RedisLockType type, boolean renewed) {
		this.factory = SpringRedis.connectionFactory(endpoint);
		this.registry = new RedisLockRegistry(this.factory, "registry-" + type, endpoint.lease());
		this.registry.setRedisLockType(type);
		if (renewed) {
			this.scheduler = new ThreadPoolTaskScheduler();
			this.scheduler.afterPropertiesSet();
			this.registry.setRenewalTaskScheduler(this.scheduler);
		}
		else {
			this.scheduler = null;
		}
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
		if (this.scheduler != null) {
			this.scheduler.destroy();
		}
		this.factory.destroy();
	}

}
