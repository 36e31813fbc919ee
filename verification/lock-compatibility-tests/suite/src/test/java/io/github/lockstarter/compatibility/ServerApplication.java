package io.github.lockstarter.compatibility;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.List;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.github.lockstarter.test.FreePort;
import io.github.lockstarter.test.TestRedis;

/**
 * A server with Actuator. The address of Redis comes as connection details, which is what
 * Testcontainers' {@code @ServiceConnection} and Docker Compose support make of a
 * container. Properties say something else.
 */
@Configuration(proxyBeanMethods = false)
@EnableAutoConfiguration
class ServerApplication {

	/**
	 * The prefix of the keys of all instances that use the shared Redis.
	 */
	static final String PREFIX = "compatibility-server";

	// of Spring Boot 4 and 3.5
	private static final List<String> DETAILS = List.of(
			"org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails",
			"org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails");

	private static ConfigurableApplicationContext shared;

	/**
	 * An instance with servlets that all tests of a JVM share, and that ends with it: its
	 * start costs more than most tests. Locks may be taken away here. A test leaves
	 * nothing locked on it.
	 */
	static synchronized ConfigurableApplicationContext shared() {
		if (shared == null) {
			// beans of management have the same names in each instance
			shared = start(WebApplicationType.SERVLET, TestRedis.shared(), "spring.jmx.enabled=true",
					"management.endpoints.jmx.domain=locks",
					"management.endpoints.jmx.exposure.include=distributedlocks",
					"management.endpoint.distributedlocks.access=unrestricted");
		}
		return shared;
	}

	/**
	 * Starts an instance.
	 */
	static ConfigurableApplicationContext start(WebApplicationType type, TestRedis redis, String... properties) {
		List<String> all = new ArrayList<>(
				List.of("server.port=0", "spring.application.name=orders", "spring.data.redis.port=" + FreePort.pick(),
						"management.endpoints.web.exposure.include=distributedlocks,health,metrics,prometheus",
						"management.endpoint.health.show-details=always", "management.health.redis.enabled=false",
						"distributed-lock.key-prefix=" + PREFIX, "distributed-lock.command-timeout=5s",
						"distributed-lock.shutdown-timeout=100ms", "distributed-lock.start-timeout=1m"));
		all.addAll(List.of(properties));
		return new SpringApplicationBuilder(ServerApplication.class).web(type)
			.properties(all.toArray(String[]::new))
			.initializers((GenericApplicationContext context) -> registerDetails(context, redis))
			.run();
	}

	private static void registerDetails(GenericApplicationContext context, TestRedis redis) {
		Class<?> type = DETAILS.stream()
			.filter((name) -> ClassUtils.isPresent(name, null))
			.<Class<?>>map((name) -> ClassUtils.resolveClassName(name, null))
			.findFirst()
			.orElseThrow();
		register(context, type, redis);
	}

	private static <T> void register(GenericApplicationContext context, Class<T> type, TestRedis redis) {
		Object standalone = ReflectionUtils
			.invokeMethod(ReflectionUtils.findMethod(ClassUtils.resolveClassName(type.getName() + "$Standalone", null),
					"of", String.class, int.class), null, redis.host(), redis.port());
		InvocationHandler handler = (proxy, method, args) -> switch (method.getName()) {
			case "getStandalone" -> standalone;
			case "toString" -> "connection details";
			case "hashCode" -> System.identityHashCode(proxy);
			case "equals" -> proxy == args[0];
			default -> null;
		};
		T details = type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type }, handler));
		context.registerBean(type, () -> details);
	}

}
