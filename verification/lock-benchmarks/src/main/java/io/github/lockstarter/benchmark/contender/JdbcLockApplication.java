package io.github.lockstarter.benchmark.contender;

import java.util.Map;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.jdbc.autoconfigure.JdbcLockAutoConfiguration;

/**
 * An application with the starter on a database, with the defaults of its properties but
 * for the lease. It is apart from {@link LockApplication}, for earlier versions of the
 * starter have no such store.
 */
final class JdbcLockApplication {

	private JdbcLockApplication() {
	}

	/**
	 * Starts one.
	 * @param endpoint the database, and the lease
	 * @return the application; close it
	 */
	static ConfigurableApplicationContext start(Endpoint endpoint) {
		AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();
		application.getEnvironment()
			.getPropertySources()
			.addLast(new MapPropertySource("benchmark",
					Map.of("distributed-lock.store", "jdbc", "distributed-lock.jdbc.url", endpoint.jdbcUrl(),
							"distributed-lock.jdbc.initialize-schema", "always", "distributed-lock.lease-time",
							endpoint.lease().toMillis() + "ms", "distributed-lock.shutdown-timeout", "0",
							"spring.application.name", "benchmark")));
		application.register(JdbcLockAutoConfiguration.class, LockAutoConfiguration.class);
		application.refresh();
		return application;
	}

}
