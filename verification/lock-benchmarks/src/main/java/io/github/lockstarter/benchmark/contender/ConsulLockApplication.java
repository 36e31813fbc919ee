package io.github.lockstarter.benchmark.contender;

import java.util.Map;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.consul.autoconfigure.ConsulLockAutoConfiguration;
import io.github.lockstarter.session.SessionLease;

/**
 * An application with the starter on Consul, with the defaults of its properties but for
 * the lease and the session that it needs.
 */
final class ConsulLockApplication {

	private ConsulLockApplication() {
	}

	/**
	 * Starts one.
	 * @param endpoint a server, and the lease
	 * @return the application; close it
	 */
	static ConfigurableApplicationContext start(Endpoint endpoint) {
		AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();
		application.getEnvironment()
			.getPropertySources()
			.addLast(new MapPropertySource("benchmark",
					Map.of("distributed-lock.store", "consul", "distributed-lock.consul.endpoints",
							endpoint.httpAddress(), "distributed-lock.consul.session-ttl",
							SessionLease.session(endpoint.lease()).toSeconds() + "s", "distributed-lock.lease-time",
							endpoint.lease().toMillis() + "ms", "distributed-lock.shutdown-timeout", "0",
							"spring.application.name", "benchmark")));
		application.register(ConsulLockAutoConfiguration.class, LockAutoConfiguration.class);
		application.refresh();
		return application;
	}

}
