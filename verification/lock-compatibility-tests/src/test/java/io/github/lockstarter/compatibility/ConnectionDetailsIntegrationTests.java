package io.github.lockstarter.compatibility;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.UUID;

import org.junit.jupiter.api.Test;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.support.GenericApplicationContext;
import org.springframework.util.ClassUtils;
import org.springframework.util.ReflectionUtils;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.test.FreePort;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The address of Redis comes as connection details, which is what Testcontainers'
 * {@code @ServiceConnection} and Docker Compose support make of a container. Properties
 * say something else.
 */
class ConnectionDetailsIntegrationTests {

	// of Spring Boot 4 and 3.5
	private static final List<String> TYPES = List.of(
			"org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails",
			"org.springframework.boot.autoconfigure.data.redis.RedisConnectionDetails");

	private final TestRedis redis = TestRedis.shared();

	@Test
	void locksAreInTheRedisOfTheConnectionDetails() throws Exception {
		String prefix = "details-" + UUID.randomUUID();
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(CompatibilityApplication.class)
			.web(WebApplicationType.NONE)
			.properties("spring.data.redis.port=" + FreePort.pick(), "distributed-lock.key-prefix=" + prefix,
					"distributed-lock.start-timeout=1m")
			.initializers((GenericApplicationContext each) -> registerDetails(each))
			.run(); Lease lease = context.getBean(LockOperations.class).acquire("import")) {
			assertThat(this.redis.cli("EXISTS", prefix + ":import")).isEqualTo("1");
		}
	}

	private void registerDetails(GenericApplicationContext context) {
		Class<?> type = TYPES.stream()
			.filter((name) -> ClassUtils.isPresent(name, null))
			.<Class<?>>map((name) -> ClassUtils.resolveClassName(name, null))
			.findFirst()
			.orElseThrow();
		register(context, type);
	}

	private <T> void register(GenericApplicationContext context, Class<T> type) {
		Object standalone = ReflectionUtils
			.invokeMethod(ReflectionUtils.findMethod(ClassUtils.resolveClassName(type.getName() + "$Standalone", null),
					"of", String.class, int.class), null, this.redis.host(), this.redis.port());
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
