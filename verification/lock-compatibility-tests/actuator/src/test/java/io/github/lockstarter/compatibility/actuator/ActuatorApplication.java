package io.github.lockstarter.compatibility.actuator;

import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import io.github.lockstarter.test.TestRedis;

/**
 * A server with Actuator.
 */
@SpringBootApplication
public class ActuatorApplication {

	static ConfigurableApplicationContext start(WebApplicationType type, TestRedis redis, String... properties) {
		List<String> all = new ArrayList<>(List.of("server.port=0", "spring.application.name=orders",
				"spring.data.redis.host=" + redis.host(), "spring.data.redis.port=" + redis.port(),
				"management.endpoints.web.exposure.include=*", "management.endpoint.health.show-details=always",
				"management.health.redis.enabled=false", "distributed-lock.command-timeout=5s",
				"distributed-lock.shutdown-timeout=100ms", "distributed-lock.start-timeout=1m"));
		all.addAll(List.of(properties));
		return new SpringApplicationBuilder(ActuatorApplication.class).web(type)
			.properties(all.toArray(String[]::new))
			.run();
	}

}
