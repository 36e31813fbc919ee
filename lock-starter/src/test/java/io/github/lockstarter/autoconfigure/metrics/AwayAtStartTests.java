package io.github.lockstarter.autoconfigure.metrics;

import java.time.Duration;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.micrometer.metrics.autoconfigure.MetricsAutoConfiguration;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.actuate.StoreHealth;
import io.github.lockstarter.metrics.AlertRules;
import io.github.lockstarter.redis.autoconfigure.LockApplication;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Applications that are started while their Redis is away, however many servers that is:
 * nobody waits for it, and all of what operations look at says so.
 */
@Tag("gate")
class AwayAtStartTests {

	// Longer than the test may take: a connection that is refused is not waited for.
	private static final String PATIENT = "distributed-lock.start-timeout=60s";

	@ParameterizedTest
	@EnumSource
	@Timeout(58)
	void outageIsSeenByCallersHealthMetersAndAlerts(Servers servers) {
		application(servers.properties()).withPropertyValues(PATIENT).run((context) -> {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> context.getBean(LockOperations.class).acquire(LockRequest.of("away").noWait()));
			LockStore store = context.getBean(LockStore.class);
			assertThat(store.state().commands().condition()).isEqualTo(StoreState.Condition.DOWN);
			assertThat(store.state().messages().condition()).isEqualTo(StoreState.Condition.DOWN);
			assertThat(new StoreHealth(store, true).call()).containsEntry("status", "DOWN")
				.containsKeys("commandsTrouble", "commandsDownSince");
			assertThat(new StoreHealth(store, false).call()).containsEntry("status", "UNKNOWN");

			PrometheusMeterRegistry registry = context.getBean(PrometheusMeterRegistry.class);
			assertThat(registry.scrape()).contains(
					"distributed_lock_connection_up{connection=\"commands\",store=\"redis\"} 0.0",
					"distributed_lock_connection_up{connection=\"messages\",store=\"redis\"} 0.0");
			AlertRules rules = AlertRules.shipped().scraped(Duration.ZERO, registry.scrape());
			assertThat(rules.firing()).isEmpty();
			rules.scraped(Duration.ofMinutes(1), registry.scrape());
			assertThat(rules.firing()).containsExactly("LockConnectionDown");
		});
	}

	/**
	 * An application with meters that Prometheus can scrape.
	 */
	static ApplicationContextRunner application(String... properties) {
		return LockApplication.runner()
			.withConfiguration(
					AutoConfigurations.of(MetricsAutoConfiguration.class, LockMetricsAutoConfiguration.class))
			.withBean(PrometheusMeterRegistry.class, () -> new PrometheusMeterRegistry(PrometheusConfig.DEFAULT))
			.withPropertyValues(properties);
	}

	/**
	 * Which servers are away.
	 */
	enum Servers {

		ONE, SENTINEL, CLUSTER, MASTER_REPLICA, QUORUM;

		private String[] properties() {
			return switch (this) {
				case ONE ->
					new String[] { "spring.data.redis.host=127.0.0.1", "spring.data.redis.port=" + FreePort.pick() };
				case SENTINEL -> new String[] { "spring.data.redis.sentinel.master=mymaster",
						"spring.data.redis.sentinel.nodes=" + away(2) };
				case CLUSTER -> new String[] { "spring.data.redis.cluster.nodes=" + away(3) };
				case MASTER_REPLICA -> new String[] { "spring.data.redis.masterreplica.nodes=" + away(2) };
				case QUORUM -> new String[] { "distributed-lock.redis.quorum.nodes=" + away(3) };
			};
		}

		private static String away(int count) {
			return IntStream.range(0, count)
				.mapToObj((i) -> "127.0.0.1:" + FreePort.pick())
				.collect(Collectors.joining(","));
		}

	}

}
