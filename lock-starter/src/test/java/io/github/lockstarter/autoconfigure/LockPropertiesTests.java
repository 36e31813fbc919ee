package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.core.Ordered;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.aspect.DistributedLockAdvisor;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.redis.autoconfigure.LockApplication;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link LockProperties} and the way of a property to where it takes effect.
 */
class LockPropertiesTests {

	@AutoClose
	private static SharedApplication allSet;

	@AutoClose
	private static SharedApplication nothingSet;

	@BeforeAll
	static void start() {
		allSet = new SharedApplication(LockApplication.withoutRedis()
			.withPropertyValues("distributed-lock.wait-time=1s", "distributed-lock.lease-time=60s",
					"distributed-lock.max-hold=2m", "distributed-lock.command-timeout=3s",
					"distributed-lock.start-timeout=10s", "distributed-lock.hand-off.lease=4s",
					"distributed-lock.hand-off.confirm=true", "distributed-lock.poll-interval=5s",
					"distributed-lock.fence-retention=6m", "distributed-lock.cohort.max-passes=7",
					"distributed-lock.cohort.max-time=8ms", "distributed-lock.shutdown-timeout=9s",
					"distributed-lock.release=sent", "distributed-lock.aspect.order=42",
					"distributed-lock.release-after-transaction=false"));
		nothingSet = new SharedApplication(LockApplication.withoutRedis());
	}

	@Test
	void everyPropertyReachesTheSettings() {
		assertThat(allSet.bean(LockSettings.class)).usingRecursiveComparison().isEqualTo(LockSettings.of((settings) -> {
			settings.setWaitTime(Duration.ofSeconds(1))
				.setLeaseTime(Duration.ofSeconds(60))
				.setMaxHold(Duration.ofMinutes(2))
				.setCommandTimeout(Duration.ofSeconds(3))
				.setStartTimeout(Duration.ofSeconds(10))
				.setPollInterval(Duration.ofSeconds(5))
				.setFenceRetention(Duration.ofMinutes(6))
				.setShutdownTimeout(Duration.ofSeconds(9))
				.setRelease(ReleaseMode.SENT);
			settings.getHandOff().setLease(Duration.ofSeconds(4)).setConfirm(true);
			settings.getCohort().setMaxPasses(7).setMaxTime(Duration.ofMillis(8));
		}));
	}

	@Test
	void whatIsNotSetHasItsDefault() {
		assertThat(nothingSet.bean(LockSettings.class)).usingRecursiveComparison().isEqualTo(LockSettings.defaults());
	}

	@Test
	void orderReachesTheAdvice() {
		assertThat(allSet.bean(DistributedLockAdvisor.class).getOrder()).isEqualTo(42);
		assertThat(nothingSet.bean(DistributedLockAdvisor.class).getOrder()).isEqualTo(Ordered.LOWEST_PRECEDENCE - 100);
	}

	@Test
	void releaseAfterTransactionCanBeTurnedOff() {
		assertThat(allSet.bean(LockProperties.class).isReleaseAfterTransaction()).isFalse();
		assertThat(nothingSet.bean(LockProperties.class).isReleaseAfterTransaction()).isTrue();
	}

	@Test
	void commandTimeoutAndPollIntervalAreAtMostASixthOfTheLease() {
		LockProperties properties = new LockProperties();
		properties.setLeaseTime(Duration.ofSeconds(3));
		LockSettings settings = LockSettings.of(properties, false);
		assertThat(settings.commandTimeout()).isEqualTo(Duration.ofMillis(500));
		assertThat(settings.pollInterval()).isEqualTo(Duration.ofMillis(500));
	}

}
