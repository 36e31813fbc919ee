package io.github.lockstarter.metrics;

import java.util.Set;
import java.util.stream.Collectors;

import io.micrometer.core.instrument.MeterRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.stereotype.Service;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.autoconfigure.metrics.LockMetricsAutoConfiguration;
import io.github.lockstarter.redis.autoconfigure.LockApplication;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many meters there are must not depend on how many things are locked.
 */
@Tag("gate")
class TagCardinalityIntegrationTests {

	private static final int KEYS = 150;

	@Test
	void keysOfOneMethodAreOneTagValue() {
		application().withBean(Registration.class).run((context) -> {
			Registration registration = context.getBean(Registration.class);
			for (int i = 0; i < KEYS; i++) {
				registration.register("user " + i);
			}
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(names(registry)).containsExactly("registration");
			assertThat(registry.get(LockMeters.HELD).gauge().value()).isZero();
			assertThat(registry.get(LockMeters.ACQUIRE).tag("outcome", "acquired").timer().count()).isEqualTo(KEYS);
		});
	}

	@Test
	void rawNamesAreAsManyAsAllowedAndOneMore() {
		application().run((context) -> {
			LockOperations locks = context.getBean(LockOperations.class);
			for (int i = 0; i < 120; i++) {
				locks.acquire("tag cardinality " + i).close();
			}
			assertThat(names(context.getBean(MeterRegistry.class))).hasSize(101).contains("other");
		});
	}

	private static ApplicationContextRunner application() {
		return LockApplication.on(TestRedis.shared())
			.withConfiguration(
					AutoConfigurations.of(MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class,
							SimpleMetricsExportAutoConfiguration.class, LockMetricsAutoConfiguration.class))
			.withPropertyValues("distributed-lock.key-prefix=cardinality");
	}

	private static Set<String> names(MeterRegistry registry) {
		return registry.getMeters()
			.stream()
			.map((meter) -> meter.getId().getTag("lock.name"))
			.filter((name) -> name != null)
			.collect(Collectors.toSet());
	}

	@Service
	static class Registration {

		@DistributedLocked(name = "registration", key = "#userName")
		void register(String userName) {
		}

	}

}
