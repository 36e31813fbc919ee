package io.github.lockstarter.benchmark.contender;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * A Spring Boot application with the starter and a bean that has a locked method. What it
 * imports stands in {@code META-INF/spring}, because an earlier starter may not have all
 * of it.
 */
@Configuration(proxyBeanMethods = false)
@ImportAutoConfiguration
class LockApplication {

	/**
	 * Starts one.
	 * @param endpoint the lease
	 * @param properties where its locks are, and what is not as by default
	 * @return the application; close it
	 */
	static ConfigurableApplicationContext start(Endpoint endpoint, List<String> properties) {
		return builder(endpoint, properties).run();
	}

	/**
	 * Starts one whose locks are in a store that is there.
	 */
	static ConfigurableApplicationContext startOn(Object store, Endpoint endpoint) {
		return builder(endpoint, List.of())
			.initializers((context) -> context.getBeanFactory().registerSingleton("lockStore", store))
			.run();
	}

	private static SpringApplicationBuilder builder(Endpoint endpoint, List<String> properties) {
		List<String> all = new ArrayList<>(List.of("spring.main.banner-mode=off", "logging.level.root=error",
				"distributed-lock.store=redis", "distributed-lock.lease-time=" + endpoint.lease().toMillis() + "ms",
				"distributed-lock.shutdown-timeout=0s"));
		all.addAll(properties);
		return new SpringApplicationBuilder(LockApplication.class).web(WebApplicationType.NONE)
			.properties(all.toArray(String[]::new));
	}

	/**
	 * The properties for one Redis.
	 */
	static List<String> on(Endpoint endpoint, String... more) {
		return Stream
			.concat(Stream.of("spring.data.redis.host=" + endpoint.host(), "spring.data.redis.port=" + endpoint.port()),
					Stream.of(more))
			.toList();
	}

	@Bean
	AnnotatedBean annotatedBean() {
		return new AnnotatedBean();
	}

}
