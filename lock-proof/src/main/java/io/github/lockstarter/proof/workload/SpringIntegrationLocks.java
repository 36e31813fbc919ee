package io.github.lockstarter.proof.workload;

import java.time.Duration;

import org.jspecify.annotations.Nullable;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.integration.redis.util.RedisLockRegistry;
import org.springframework.integration.redis.util.RedisLockRegistry.RedisLockType;
import org.springframework.integration.support.locks.DistributedLock;
import org.springframework.scheduling.concurrent.ThreadPoolTaskScheduler;

/**
 * Spring Integration's lock registry, waiting by messages, with renewal; the expiry time
 * is that of our lease.
 */
final class SpringIntegrationLocks implements LockUnderTest {

	private final LettuceConnectionFactory factory;

	private final RedisLockRegistry registry;

	private final ThreadPoolTaskScheduler scheduler = new ThreadPoolTaskScheduler();

	private final long leaseMillis;

	SpringIntegrationLocks(String host, int port, Timing timing) {
		this.leaseMillis = timing.leaseMillis();
		this.factory = new LettuceConnectionFactory(new RedisStandaloneConfiguration(host, port));
		this.factory.afterPropertiesSet();
		this.factory.start();
		this.scheduler.setDaemon(true);
		this.scheduler.initialize();
		this.registry = new RedisLockRegistry(this.factory, "proof", Duration.ofMillis(this.leaseMillis));
		this.registry.setRedisLockType(RedisLockType.PUB_SUB_LOCK);
		this.registry.setRenewalTaskScheduler(this.scheduler);
	}

	@Override
	public @Nullable Held acquire(Request request) {
		DistributedLock lock = this.registry.obtain(request.lock());
		Duration wait = Duration.ofMillis(request.waitMillis());
		try {
			// A lease of one's own is renewed as well: it can only be chosen as its
			// length.
			boolean acquired = (request.leaseMillis() > 0)
					? lock.tryLock(wait, Duration.ofMillis(request.leaseMillis()))
					: lock.tryLock(wait, Duration.ofMillis(this.leaseMillis));
			return acquired ? new RegistryHeld(lock, Belief.of(0)) : null;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new RefusedException("INTERRUPTED", ex);
		}
		catch (RuntimeException ex) {
			throw new RefusedException(ex.getClass().getSimpleName(), ex);
		}
	}

	@Override
	public void close() {
		this.registry.destroy();
		this.scheduler.shutdown();
		this.factory.destroy();
	}

	/**
	 * Holds a lock that says nothing about its end.
	 */
	private record RegistryHeld(DistributedLock lock, Belief belief) implements Single {

		@Override
		public long token() {
			return 0;
		}

		@Override
		public long remainingNanos() {
			return this.belief.remainingNanos();
		}

		@Override
		public boolean close() {
			try {
				this.lock.unlock();
				return true;
			}
			catch (RuntimeException ex) {
				return false;
			}
		}

	}

}
