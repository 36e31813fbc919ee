package io.github.lockstarter.autoconfigure.metrics;

import java.util.HashSet;
import java.util.Set;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.mockito.Mockito;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.CompositeMeterRegistryAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.micrometer.metrics.autoconfigure.export.simple.SimpleMetricsExportAutoConfiguration;
import org.springframework.boot.test.context.FilteredClassLoader;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.metrics.LockMeters;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.redis.autoconfigure.LockApplication;
import io.github.lockstarter.store.LockStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mockito.BDDMockito.given;

/**
 * Tests for {@link LockMetricsAutoConfiguration}.
 */
@Tag("gate")
class LockMetricsAutoConfigurationTests {

	@Test
	void locksHaveMetersWhereThereIsARegistry() {
		application().run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(LockMeters.class);
			MeterRegistry registry = context.getBean(MeterRegistry.class);
			assertThat(registry.get(LockMeters.CONNECTION_UP).tag("connection", "commands").gauge().value()).isZero();
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> context.getBean(LockOperations.class).acquire("order:1"));
			assertThat(registry.get(LockMeters.ACQUIRE)
				.tags("lock.name", "order", "store", "redis", "outcome", "unavailable")
				.timer()
				.count()).isEqualTo(1);
		});
	}

	@Test
	void storeOfTheApplicationHasItsOwnKind() {
		LockStore store = Mockito.mock(LockStore.class);
		given(store.kind()).willCallRealMethod();
		assertThat(storeOfTheMeters(store)).containsOnly("custom");
	}

	@Test
	void storeThatIsAMockOfATestHasMetersToo() {
		assertThat(storeOfTheMeters(Mockito.mock(LockStore.class))).containsOnly("null");
	}

	private static Set<String> storeOfTheMeters(LockStore store) {
		Set<String> kinds = new HashSet<>();
		given(store.clientId()).willReturn("client");
		application().withBean(LockStore.class, () -> store).run((context) -> {
			assertThat(context).hasNotFailed();
			context.getBean(LockMeters.class).waiting(new LockAttempt("order", "order:1"));
			context.getBean(MeterRegistry.class)
				.getMeters()
				.stream()
				.filter((meter) -> meter.getId().getName().startsWith("distributed.lock."))
				.forEach((meter) -> kinds.add(meter.getId().getTag("store")));
		});
		return kinds;
	}

	@Test
	void metersCanBeTurnedOff() {
		application().withPropertyValues("distributed-lock.metrics.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(LockOperations.class)
				.doesNotHaveBean(LockMeters.class));
	}

	@Test
	void thereAreNoneWithoutLocks() {
		application().withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(LockMeters.class));
	}

	@Test
	void thereAreNoneWithoutARegistry() {
		LockApplication.withoutRedis()
			.withConfiguration(AutoConfigurations.of(LockMetricsAutoConfiguration.class))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(LockOperations.class)
				.doesNotHaveBean(LockMeters.class));
	}

	@Test
	void thereAreNoneWithoutMicrometer() {
		LockApplication.withoutRedis()
			.withConfiguration(AutoConfigurations.of(LockMetricsAutoConfiguration.class))
			.withClassLoader(new FilteredClassLoader("io.micrometer.core"))
			.run((context) -> assertThat(context).hasNotFailed()
				.hasSingleBean(LockOperations.class)
				.doesNotHaveBean("distributedLockStarterMeters"));
	}

	@Test
	void limitOfNamesMustBePossible() {
		application().withPropertyValues("distributed-lock.metrics.max-names=0")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessage("distributed-lock.metrics.max-names is 0, but must be at least 1"));
	}

	/**
	 * The registry needs a bean with a locked method, which needs the locks, which need
	 * their observers.
	 */
	@Test
	void registryMayDependOnLockedBeans() {
		LockApplication.withoutRedis()
			.withConfiguration(AutoConfigurations.of(LockMetricsAutoConfiguration.class))
			.withUserConfiguration(RegistryThatNeedsLocks.class)
			.run((context) -> {
				assertThat(context).hasNotFailed().hasSingleBean(LockMeters.class);
				assertThat(context.getBean(MeterRegistry.class).find(LockMeters.CONNECTION_UP).gauges()).hasSize(2);
			});
	}

	private static ApplicationContextRunner application() {
		return LockApplication.withoutRedis()
			.withConfiguration(
					AutoConfigurations.of(MetricsAutoConfiguration.class, CompositeMeterRegistryAutoConfiguration.class,
							SimpleMetricsExportAutoConfiguration.class, LockMetricsAutoConfiguration.class));
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration(MetricsAutoConfiguration.class)
	static class RegistryThatNeedsLocks {

		@Bean
		Tenants tenants(LockOperations locks) {
			return new Tenants();
		}

		@Bean
		MeterRegistry registry(Tenants tenants) {
			MeterRegistry registry = new SimpleMeterRegistry();
			registry.config().commonTags("tenant", tenants.first());
			return registry;
		}

	}

	static class Tenants {

		String first() {
			return "first";
		}

		@DistributedLocked
		void refresh() {
		}

	}

}
