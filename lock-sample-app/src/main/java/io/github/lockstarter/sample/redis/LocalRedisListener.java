package io.github.lockstarter.sample.redis;

import java.util.stream.Stream;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/**
 * Sees to it that a Redis answers before the application context is made: at
 * {@code spring.data.redis.host} and {@code port}, on this machine only. Connection
 * settings that say more than that belong to a Redis of the user's own, and nothing is
 * started.
 */
public final class LocalRedisListener implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

	@Override
	public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
		Environment environment = event.getEnvironment();
		if (describesOwnRedis(environment)) {
			return;
		}
		String host = environment.getProperty("spring.data.redis.host", "localhost");
		int port = environment.getProperty("spring.data.redis.port", Integer.class, 6379);
		// Handlers run when the application contexts are closed, and have released their
		// locks
		LocalRedis.ensure(host, port)
			.ifPresent((started) -> SpringApplication.getShutdownHandlers().add(started::stop));
	}

	private static boolean describesOwnRedis(Environment environment) {
		return Stream
			.of("url", "password", "sentinel.master", "cluster.nodes", "masterreplica.nodes", "ssl.enabled",
					"ssl.bundle")
			.anyMatch((property) -> environment.containsProperty("spring.data.redis." + property));
	}

}
