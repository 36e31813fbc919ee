package io.github.lockstarter.autoconfigure.metrics;

import java.time.Duration;
import java.util.List;
import java.util.stream.Collectors;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.ApplicationContext;

import io.github.lockstarter.metrics.AlertRules;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What the shipped alerts make of a Redis that was there and goes away, however many
 * servers that is.
 */
// AlertRulesTests reads the rules in each build
@Tag("slow")
@Timeout(120)
class OutageAlertsIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(60);

	private final AlertRules rules = AlertRules.shipped();

	private Duration now = Duration.ZERO;

	@Test
	void oneRedisIsMissedUntilItIsBack() {
		try (TestRedis redis = TestRedis.start()) {
			AwayAtStartTests.application("spring.data.redis.url=redis://" + address(redis)).run((context) -> {
				assertNothingFires(context);
				redis.kill();
				assertOutageFires(context);
				redis.restart();
				assertNothingFires(context);
			});
		}
	}

	@Test
	void oneMasterOfAClusterIsMissed() {
		try (TestRedisCluster cluster = TestRedisCluster.start(3, 0)) {
			AwayAtStartTests.application("spring.data.redis.cluster.nodes=" + addresses(cluster.masters()))
				.run((context) -> {
					assertNothingFires(context);
					cluster.masters().get(1).kill();
					assertOutageFires(context);
				});
		}
	}

	@Test
	void majorityOfAQuorumIsMissedAndAMinorityIsNot() {
		try (TestRedis first = TestRedis.start();
				TestRedis second = TestRedis.start();
				TestRedis third = TestRedis.start()) {
			AwayAtStartTests
				.application("distributed-lock.redis.quorum.nodes=" + addresses(List.of(first, second, third)))
				.run((context) -> {
					assertNothingFires(context);
					second.kill();
					assertNothingFires(context);
					first.kill();
					assertOutageFires(context);
				});
		}
	}

	private void assertNothingFires(ApplicationContext context) {
		awaitConnection(context, 1);
		assertThat(minuteLater(context)).isEmpty();
	}

	private void assertOutageFires(ApplicationContext context) {
		awaitConnection(context, 0);
		assertThat(this.rules.scraped(this.now, scrape(context)).firing()).isEmpty();
		assertThat(minuteLater(context)).containsExactly("LockConnectionDown");
	}

	private List<String> minuteLater(ApplicationContext context) {
		this.now = this.now.plusMinutes(1);
		List<String> firing = this.rules.scraped(this.now, scrape(context)).firing();
		this.now = this.now.plusSeconds(15);
		return firing;
	}

	private static void awaitConnection(ApplicationContext context, int up) {
		Awaitility.await()
			.atMost(LONG)
			.until(() -> scrape(context)
				.contains("distributed_lock_connection_up{connection=\"commands\",store=\"redis\"} " + up + ".0\n"));
	}

	private static String scrape(ApplicationContext context) {
		return context.getBean(PrometheusMeterRegistry.class).scrape();
	}

	private static String addresses(List<TestRedis> servers) {
		return servers.stream().map(OutageAlertsIntegrationTests::address).collect(Collectors.joining(","));
	}

	private static String address(TestRedis redis) {
		return redis.host() + ":" + redis.port();
	}

}
