package io.github.lockstarter.benchmark.contender;

import java.time.Duration;
import java.util.Map;

import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.jdbc.autoconfigure.JdbcLockAutoConfiguration;

/**
 * The starter's template on a database, with the defaults of its properties but for the
 * lease.
 */
final class JdbcStarterLock implements Contender {

	private final AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();

	private final LockOperations locks;

	/**
	 * Starts an application.
	 * @param endpoint the database, and the lease
	 * @param properties what is not as by default
	 */
	JdbcStarterLock(Endpoint endpoint, Map<String, Object> properties) {
		this.application.getEnvironment().getPropertySources().addFirst(new MapPropertySource("more", properties));
		this.application.getEnvironment()
			.getPropertySources()
			.addLast(new MapPropertySource("benchmark",
					Map.of("distributed-lock.store", "jdbc", "distributed-lock.jdbc.url", endpoint.jdbcUrl(),
							"distributed-lock.jdbc.initialize-schema", "always", "distributed-lock.lease-time",
							endpoint.lease().toMillis() + "ms", "distributed-lock.shutdown-timeout", "0",
							"spring.application.name", "benchmark")));
		this.application.register(JdbcLockAutoConfiguration.class, LockAutoConfiguration.class);
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

	private static LockRequest request(String name) {
		return LockRequest.of(name).waitTime(Duration.ofMinutes(10));
	}

	@Override
	public void close() {
		this.application.close();
	}

}
