package io.github.lockstarter.sample.stage.redis;

import java.net.InetSocketAddress;
import java.util.Map;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.bootstrap.DefaultBootstrapContext;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.core.env.ConfigurableEnvironment;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

class LocalRedisTests {

	@ParameterizedTest
	@ValueSource(strings = { "url", "password", "sentinel.master", "cluster.nodes", "ssl.enabled" })
	void leavesARedisOfTheUsersOwnAlone(String property) {
		int port = FreePort.pick();
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(new MapPropertySource("test",
					Map.of("spring.data.redis.port", port, "spring.data.redis." + property, "something")));
		prepare(environment);
		assertThat(RedisProbe.info(new InetSocketAddress("localhost", port))).isEmpty();
	}

	@Test
	void startsNoneForAnotherStore() {
		int port = FreePort.pick();
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(new MapPropertySource("test",
					Map.of("spring.data.redis.port", port, "distributed-lock.store", "jdbc")));
		prepare(environment);
		assertThat(RedisProbe.info(new InetSocketAddress("localhost", port))).isEmpty();
		assertThatIllegalArgumentException().isThrownBy(() -> prepare(environment, "--cluster"))
			.withMessageContaining("leave --store out");
	}

	private static void prepare(ConfigurableEnvironment environment, String... arguments) {
		new LocalRedis().onApplicationEvent(new ApplicationEnvironmentPreparedEvent(new DefaultBootstrapContext(),
				new SpringApplication(), arguments, environment));
	}

}
