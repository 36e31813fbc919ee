package io.github.lockstarter.autoconfigure;

import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurationImportSelector;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import org.springframework.core.annotation.AnnotationAttributes;
import org.springframework.core.type.AnnotationMetadata;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * All of the starter's auto-configuration, as it is registered, without one of the
 * libraries that it uses where the application has them.
 */
@Tag("any-jdk")
class OptionalLibrariesTests {

	private static final List<String> METERS = List.of("distributedLockStarterMeters");

	private static final List<String> HEALTH = List.of("distributedLocksHealthIndicator");

	private static final List<String> ENDPOINT = List.of("distributedLockStarterLiveLocks",
			"distributedLockStarterEndpoint", "distributedLockStarterEndpointWebExtension",
			"distributedLockStarterEndpointJmxExtension");

	@Test
	void withAllLibrariesThereIsEverything() {
		application().run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(LockOperations.class);
			assertThat(context.getBeanDefinitionNames()).containsAll(METERS).containsAll(HEALTH).containsAll(ENDPOINT);
		});
	}

	@ParameterizedTest
	@ValueSource(strings = { "io.micrometer.core", "org.springframework.boot.health",
			"org.springframework.boot.actuate", "org.springframework.boot.actuate,org.springframework.boot.health,"
					+ "io.micrometer.core,io.micrometer.tracing" })
	void withoutALibraryThereAreLocks(String libraries) {
		List<String> missing = Arrays.asList(libraries.split(","));
		application().withClassLoader(new FilteredClassLoader(missing.toArray(String[]::new))).run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(LockOperations.class);
			List<String> beans = Arrays.stream(context.getBeanDefinitionNames()).collect(Collectors.toList());
			assertPresent(beans, METERS, !missing.contains("io.micrometer.core"));
			assertPresent(beans, HEALTH, !missing.contains("org.springframework.boot.health"));
			assertPresent(beans, ENDPOINT, !missing.contains("org.springframework.boot.actuate"));
		});
	}

	private static void assertPresent(List<String> beans, List<String> some, boolean present) {
		if (present) {
			assertThat(beans).containsAll(some);
		}
		else {
			assertThat(beans).doesNotContainAnyElementsOf(some);
		}
	}

	private static ApplicationContextRunner application() {
		return new ApplicationContextRunner().withUserConfiguration(Application.class)
			.withPropertyValues("spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + FreePort.pick(),
					"management.endpoints.web.exposure.include=*", "management.endpoints.jmx.exposure.include=*",
					"spring.jmx.enabled=true");
	}

	@Configuration(proxyBeanMethods = false)
	@Import(Registered.class)
	static class Application {

	}

	/**
	 * What the starter registers, by name: so nothing of it is loaded before its
	 * conditions are asked. Not all of Spring Boot, which does not know that a part of
	 * its jars can be missing.
	 */
	static class Registered extends AutoConfigurationImportSelector {

		@Override
		protected AnnotationAttributes getAttributes(AnnotationMetadata metadata) {
			return new AnnotationAttributes(Map.of("exclude", new String[0], "excludeName", new String[0]));
		}

		@Override
		protected List<String> getCandidateConfigurations(AnnotationMetadata metadata,
				AnnotationAttributes attributes) {
			return super.getCandidateConfigurations(metadata, attributes).stream()
				.filter((name) -> name.startsWith("io.github.lockstarter.")
						|| name.endsWith(".DataRedisAutoConfiguration") || name.endsWith(".MetricsAutoConfiguration")
						|| name.endsWith(".SimpleMetricsExportAutoConfiguration"))
				.toList();
		}

	}

}
