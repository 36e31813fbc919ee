package io.github.lockstarter.benchmark.contender;

import java.time.Duration;
import java.time.Instant;

import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;
import net.javacrumbs.shedlock.provider.redis.spring.RedisLockProvider;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

/**
 * ShedLock, with its defaults. It never waits; its own renewal (KeepAliveLockProvider)
 * refuses leases below thirty seconds, so it takes no part in the cost of holding.
 */
final class ShedLockLock implements Contender {

	private final LettuceConnectionFactory factory;

	private final LockProvider provider;

	private final Duration lease;

	ShedLockLock(Endpoint endpoint) {
		this.factory = SpringRedis.connectionFactory(endpoint);
		this.provider = new RedisLockProvider(this.factory);
		this.lease = endpoint.lease();
	}

	@Override
	public Runnable acquire(String name) {
		SimpleLock lock = this.provider.lock(new LockConfiguration(Instant.now(), name, this.lease, Duration.ZERO))
			.orElseThrow(() -> new IllegalStateException("ShedLock does not wait"));
		return lock::unlock;
	}

	@Override
	public void close() {
		this.factory.destroy();
	}

}
