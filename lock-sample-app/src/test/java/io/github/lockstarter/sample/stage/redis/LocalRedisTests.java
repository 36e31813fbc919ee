package io.github.lockstarter.sample.stage.redis;

import java.net.InetSocketAddress;
import java.util.Map;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.bootstrap.DefaultBootstrapContext;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;

import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;

class LocalRedisTests {

	@ParameterizedTest
	@ValueSource(strings = { "url", "password", "sentinel.master", "cluster.nodes", "ssl.enabled" })
	void leavesARedisOfTheUsersOwnAlone(String property) {
		int port = FreePort.pick();
		StandardEnvironment environment = new StandardEnvironment();
		environment.getPropertySources()
			.addFirst(new MapPropertySource("test",
					Map.of("spring.data.redis.port", port, "spring.data.redis." + property, "something")));
		new LocalRedis().onApplicationEvent(new ApplicationEnvironmentPreparedEvent(new DefaultBootstrapContext(),
				new SpringApplication(), new String[0], environment));
		assertThat(RedisProbe.info(new InetSocketAddress("localhost", port))).isEmpty();
	}

}
