package io.github.lockstarter.benchmark.contender;

import java.util.Map;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.etcd.autoconfigure.EtcdLockAutoConfiguration;
import io.github.lockstarter.session.SessionLease;

/**
 * An application with the starter on etcd, with the defaults of its properties but for
 * the lease and the session that it needs.
 */
final class EtcdLockApplication {

	private EtcdLockApplication() {
	}

	/**
	 * Starts one.
	 * @param endpoint a member, and the lease
	 * @return the application; close it
	 */
	static ConfigurableApplicationContext start(Endpoint endpoint) {
		AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();
		application.getEnvironment()
			.getPropertySources()
			.addLast(new MapPropertySource("benchmark",
					Map.of("distributed-lock.store", "etcd", "distributed-lock.etcd.endpoints", endpoint.httpAddress(),
							"distributed-lock.etcd.session-ttl",
							SessionLease.session(endpoint.lease()).toSeconds() + "s", "distributed-lock.lease-time",
							endpoint.lease().toMillis() + "ms", "distributed-lock.shutdown-timeout", "0",
							"spring.application.name", "benchmark")));
		application.register(EtcdLockAutoConfiguration.class, LockAutoConfiguration.class);
		application.refresh();
		return application;
	}

}
