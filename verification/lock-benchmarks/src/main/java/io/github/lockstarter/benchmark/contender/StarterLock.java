package io.github.lockstarter.benchmark.contender;

import java.time.Duration;
import java.util.Map;
import java.util.function.UnaryOperator;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.redis.autoconfigure.RedisLockAutoConfiguration;

/**
 * The starter as an application has it, with the defaults of its properties but for the
 * lease. It uses nothing but what users use, so that an earlier starter can be measured
 * with the same classes.
 */
final class StarterLock implements Contender {

	private final LettuceConnectionFactory factory;

	private final AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();

	private final LockOperations locks;

	private final UnaryOperator<LockRequest> terms;

	/**
	 * Starts an application.
	 * @param endpoint where its locks are
	 * @param terms what it asks for that is not as by default
	 */
	StarterLock(Endpoint endpoint, UnaryOperator<LockRequest> terms) {
		this.terms = terms;
		this.factory = SpringRedis.connectionFactory(endpoint);
		this.application.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("benchmark",
					Map.of("distributed-lock.store", "redis", "distributed-lock.lease-time",
							endpoint.lease().toMillis() + "ms", "distributed-lock.shutdown-timeout", "0",
							"spring.application.name", "benchmark")));
		this.application.registerBean(LettuceConnectionFactory.class, () -> this.factory);
		this.application.register(RedisLockAutoConfiguration.class, LockAutoConfiguration.class);
		this.application.refresh();
		this.locks = this.application.getBean(LockOperations.class);
	}

	@Override
	public void locked(String name, Runnable work) {
		this.locks.executeWithoutResult(request(name), (lease) -> work.run());
	}

	@Override
	public Runnable acquire(String name) {
		Lease lease = this.locks.acquire(request(name));
		return lease::close;
	}

	private LockRequest request(String name) {
		return this.terms.apply(LockRequest.of(name).waitTime(Duration.ofMinutes(10)));
	}

	@Override
	public void close() {
		this.application.close();
		this.factory.destroy();
	}

}
