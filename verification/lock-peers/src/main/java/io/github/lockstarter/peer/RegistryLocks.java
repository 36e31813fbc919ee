package io.github.lockstarter.peer;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Spring Integration's lock registry as one application instance uses it, with its
 * defaults but for the lease. It renews only where that is asked for. All methods may be
 * called from any thread.
 */
public final class RegistryLocks implements AutoCloseable {

	private final LettuceConnectionFactory factory;

	private final @Nullable ThreadPoolTaskScheduler renewals;

	private final RedisLockRegistry registry;

	private RegistryLocks(LettuceConnectionFactory factory, @Nullable ThreadPoolTaskScheduler renewals,
			RedisLockRegistry registry) {
		this.factory = factory;
		this.renewals = renewals;
		this.registry = registry;
	}

	/**
	 * Connects.
	 * @param host the host of Redis
	 * @param port the port of Redis
	 * @param lease how long a lock lasts that is not renewed
	 * @param type how it waits
	 * @param renewed whether held locks are renewed
	 * @return the locks; close them
	 */
	public static RegistryLocks open(String host, int port, Duration lease, RedisLockType type, boolean renewed) {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(new RedisStandaloneConfiguration(host, port));
		factory.afterPropertiesSet();
		factory.start();
		RedisLockRegistry registry = new RedisLockRegistry(factory, "registry-" + type, lease);
		registry.setRedisLockType(type);
		ThreadPoolTaskScheduler renewals = renewed ? scheduler() : null;
		if (renewals != null) {
			registry.setRenewalTaskScheduler(renewals);
		}
		return new RegistryLocks(factory, renewals, registry);
	}

	private static ThreadPoolTaskScheduler scheduler() {
		ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();
		scheduler.setDaemon(true);
		scheduler.initialize();
		return scheduler;
	}

	/**
	 * One of its locks.
	 * @param name its name
	 * @return the lock
	 */
	public DistributedLock lock(String name) {
		return this.registry.obtain(name);
	}

	@Override
	public void close() {
		this.registry.destroy();
		if (this.renewals != null) {
			this.renewals.shutdown();
		}
		this.factory.destroy();
	}

}
