package io.github.lockstarter.benchmark.contender;

import java.time.Duration;
import java.util.List;

import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.redis.RedisClients;
import io.github.lockstarter.store.SystemLockClock;

/**
 * The starter's template, with the defaults of its properties but for the lease.
 */
final class StarterLock implements Contender {

	private final LettuceConnectionFactory factory;

	private final LockTemplate template;

	private final boolean fair;

	StarterLock(Endpoint endpoint, boolean fair) {
		this.fair = fair;
		LockSettings settings = settings(endpoint);
		this.factory = SpringRedis.connectionFactory(endpoint);
		SystemLockClock clock = new SystemLockClock();
		this.template = new LockTemplate(new LettuceLockStore(new RedisClients(this.factory, settings.commandTimeout()),
				settings, "lock", "benchmark", clock), settings, clock, List.of());
		this.template.start();
	}

	static LockSettings settings(Endpoint endpoint) {
		return LockSettings.of((draft) -> draft.leaseTime(endpoint.lease()).shutdownTimeout(Duration.ZERO));
	}

	@Override
	public void locked(String name, Runnable work) {
		this.template.executeWithoutResult(request(name), (lease) -> work.run());
	}

	@Override
	public Runnable acquire(String name) {
		Lease lease = this.template.acquire(request(name));
		return lease::close;
	}

	private LockRequest request(String name) {
		return LockRequest.of(name).waitTime(Duration.ofMinutes(10)).fair(this.fair);
	}

	@Override
	public void close() {
		this.template.stop();
		this.factory.destroy();
	}

}
