package io.github.lockstarter.benchmark.contender;

import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.leader.LockLeaderAutoConfiguration;
import io.github.lockstarter.jdbc.autoconfigure.JdbcLockAutoConfiguration;
import io.github.lockstarter.leader.LeaderElection;
import io.github.lockstarter.leader.LeaderListener;
import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.redis.autoconfigure.RedisLockAutoConfiguration;
import io.github.lockstarter.session.SessionLease;
import io.github.lockstarter.zookeeper.autoconfigure.ZooKeeperLockAutoConfiguration;

/**
 * The starter's election in an application with the defaults of its properties, but for
 * the lease of the leadership and the session that it needs.
 */
final class StarterElector implements Elector {

	private static final String NAME = "elected";

	private final ConfigurableApplicationContext application;

	private StarterElector(ConfigurableApplicationContext application) {
		this.application = application;
	}

	static Elector open(String name, Endpoint endpoint, Work work) {
		List<String> properties = new ArrayList<>(
				List.of("spring.main.banner-mode=off", "spring.application.name=benchmark"));
		properties.addAll(switch (name) {
			case "starter-postgres" ->
				List.of("distributed-lock.store=jdbc", "distributed-lock.jdbc.url=" + endpoint.jdbcUrl(),
						"distributed-lock.jdbc.initialize-schema=always");
			case "starter-zookeeper" ->
				List.of("distributed-lock.store=zookeeper",
						"distributed-lock.zookeeper.connect-string=" + endpoint.connectString(),
						"distributed-lock.zookeeper.session-timeout="
								+ SessionLease.session(endpoint.lease()).toMillis() + "ms",
						"distributed-lock.lease-time=" + endpoint.lease().toMillis() + "ms");
			default -> LockApplication.on(endpoint, "distributed-lock.store=redis");
		});
		ConfigurableApplicationContext application = new SpringApplicationBuilder(Application.class)
			.web(WebApplicationType.NONE)
			.properties(properties.toArray(String[]::new))
			.run();
		application.getBean(LeaderElection.class).join(NAME, endpoint.lease(), new LeaderListener() {

			@Override
			public void granted(Leadership leadership) {
				work.granted(leadership.fencingToken().orElseThrow(), leadership::isLeader);
			}

			@Override
			public void revoked(Leadership leadership, String reason) {
				work.revoked();
			}

		});
		return new StarterElector(application);
	}

	@Override
	public void close() {
		this.application.close();
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, RedisLockAutoConfiguration.class,
			JdbcLockAutoConfiguration.class, ZooKeeperLockAutoConfiguration.class, LockAutoConfiguration.class,
			LockLeaderAutoConfiguration.class })
	static class Application {

	}

}
