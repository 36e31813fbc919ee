package io.github.lockstarter.benchmark.contender;

import java.util.Map;

import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.session.SessionLease;
import io.github.lockstarter.zookeeper.autoconfigure.ZooKeeperLockAutoConfiguration;

/**
 * An application with the starter on ZooKeeper, with the defaults of its properties but
 * for the lease and the session that it needs.
 */
final class ZooKeeperLockApplication {

	private ZooKeeperLockApplication() {
	}

	/**
	 * Starts one.
	 * @param endpoint the servers, and the lease
	 * @return the application; close it
	 */
	static ConfigurableApplicationContext start(Endpoint endpoint) {
		AnnotationConfigApplicationContext application = new AnnotationConfigApplicationContext();
		application.getEnvironment()
			.getPropertySources()
			.addLast(new MapPropertySource("benchmark",
					Map.of("distributed-lock.store", "zookeeper", "distributed-lock.zookeeper.connect-string",
							endpoint.connectString(), "distributed-lock.zookeeper.session-timeout",
							SessionLease.session(endpoint.lease()).toMillis() + "ms", "distributed-lock.lease-time",
							endpoint.lease().toMillis() + "ms", "distributed-lock.shutdown-timeout", "0",
							"spring.application.name", "benchmark")));
		application.register(ZooKeeperLockAutoConfiguration.class, LockAutoConfiguration.class);
		application.refresh();
		return application;
	}

}
