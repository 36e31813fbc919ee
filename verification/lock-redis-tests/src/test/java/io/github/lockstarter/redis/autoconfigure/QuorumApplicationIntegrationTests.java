package io.github.lockstarter.redis.autoconfigure;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.assertj.core.api.Assertions;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.actuate.StoreHealth;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.autoconfigure.LeaderChange;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.SharedApplication;
import io.github.lockstarter.autoconfigure.StartFailure;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.redis.LettuceLockStore;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * Whole applications whose locks are on three masters.
 */
@Timeout(120)
@Tag("gate")
class QuorumApplicationIntegrationTests {

	private static final LockRequest REQUEST = LockRequest.of("quorum-job").waitTime(Duration.ofMinutes(1));

	private static List<TestRedis> masters;

	private static SharedApplication shared;

	@BeforeAll
	static void begin() {
		masters = IntStream.range(0, 3).mapToObj((i) -> TestRedis.start("--requirepass", "s3cret")).toList();
		shared = new SharedApplication(application().withBean(Job.class));
	}

	@AfterAll
	static void end() {
		shared.close();
		masters.forEach(TestRedis::close);
	}

	private static String nodes(List<TestRedis> redis) {
		return redis.stream()
			.map((one) -> "redis://:s3cret@" + one.host() + ":" + one.port())
			.collect(Collectors.joining(","));
	}

	private static ApplicationContextRunner application() {
		return new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(RedisLockAutoConfiguration.class, LockAutoConfiguration.class,
					LockAspectAutoConfiguration.class))
			.withPropertyValues("distributed-lock.redis.quorum.nodes=" + nodes(masters),
					"distributed-lock.redis.restart-delay=0", "distributed-lock.shutdown-timeout=0")
			.withPropertyValues(LockApplication.PATIENCE);
	}

	@Test
	void locksWorkWithoutAConnectionFactory() {
		assertThat(shared.context()).hasSingleBean(QuorumLockStore.class).doesNotHaveBean(LettuceLockStore.class);
		assertThat(shared.bean(LockStore.class).label()).startsWith("Redis quorum of 3 masters (127.0.0.1:")
			.doesNotContain("s3cret");
		assertThat(shared.bean(Job.class).run()).isPositive();
		for (TestRedis redis : masters) {
			assertThat(redis.cli("HGET", "lock:quorum-job", "f")).isNotNull();
		}
	}

	@Test
	void healthSaysNodeByNodeWhatIsUp() {
		try (TestRedis third = TestRedis.start("--requirepass", "s3cret")) {
			List<TestRedis> nodes = List.of(masters.get(0), masters.get(1), third);
			application().withPropertyValues("distributed-lock.redis.quorum.nodes=" + nodes(nodes)).run((context) -> {
				StoreHealth health = new StoreHealth(context.getBean(LockStore.class), true);
				Awaitility.await()
					.untilAsserted(() -> assertThat(health.call())
						.extractingByKey("nodes", Assertions.as(InstanceOfAssertFactories.MAP))
						.hasSize(3)
						.allSatisfy((address, node) -> assertThat(node)
							.isEqualTo(Map.of("commands", "up", "messages", "up"))));
				third.kill();
				Awaitility.await()
					.untilAsserted(() -> assertThat(health.call()).containsEntry("status", "UP")
						.containsEntry("commands", "up")
						.extractingByKey("nodes", Assertions.as(InstanceOfAssertFactories.MAP))
						.hasEntrySatisfying(third.host() + ":" + third.port(),
								(node) -> assertThat(node).asInstanceOf(InstanceOfAssertFactories.MAP)
									.containsEntry("commands", "down")
									.containsKeys("commandsTrouble", "commandsDownSince", "messagesDownSince"))
						.containsEntry(masters.get(0).host() + ":" + masters.get(0).port(),
								Map.of("commands", "up", "messages", "up")));
			});
		}
	}

	@Test
	void annotatedMethodsOfTwoApplicationsExcludeEachOther() {
		application().withBean(Job.class).run((other) -> {
			try (Lease lease = shared.bean(LockOperations.class).acquire(REQUEST)) {
				assertThat(other.getBean(Job.class).run()).as("skipped").isNull();
				assertThat(lease.isHeld()).isTrue();
			}
			assertThat(other.getBean(Job.class).run()).isPositive();
		});
	}

	@Test
	void lockOfABeanIsFreeWhenItsApplicationHasEnded() {
		LeaderChange.happens(application());
	}

	@Test
	void connectionFactoryOfTheApplicationMayBeBesideIt() {
		LockApplication.withoutRedis()
			.withPropertyValues("distributed-lock.redis.quorum.nodes=" + nodes(masters),
					"distributed-lock.redis.restart-delay=0")
			.run((context) -> {
				assertThat(context).hasSingleBean(LockStore.class);
				context.getBean(LockOperations.class).acquire(REQUEST).close();
			});
	}

	@Test
	void mastersThatWereStartedJustNowDoNotCountByDefault() {
		application().withPropertyValues("distributed-lock.redis.restart-delay=", "distributed-lock.lease-time=1h")
			.run((context) -> {
				LockStore store = context.getBean(LockStore.class);
				Awaitility.await().until(() -> store.isPushAvailable("any"));
				assertThatExceptionOfType(LockUnavailableException.class)
					.isThrownBy(() -> context.getBean(LockOperations.class).acquire(REQUEST.noWait()))
					.havingRootCause()
					.withMessageContaining("a restarted master may have lost leases");
			});
	}

	@Test
	void fairMethodStopsTheStart() {
		FailureAnalysis analysis = StartFailure.of(application().withBean(FairJob.class));
		assertThat(analysis.getDescription()).contains(FairJob.class.getName() + ".run()",
				"A quorum of masters has no common queue");
	}

	@ParameterizedTest
	@ValueSource(classes = { ReadingJob.class, PermittedJob.class })
	void methodThatSharesItsLockIsRefused(Class<? extends Runnable> job) {
		// the start asks the store the same for each annotated bean that there is by then
		Runnable later = shared.context().getAutowireCapableBeanFactory().createBean(job);
		assertThatIllegalArgumentException().isThrownBy(later::run)
			.withMessageContaining(
					"A quorum of masters grants locks to one holder: it knows no readers and no permits");
	}

	@Test
	void fixedLeaseThatOutlastsTheRestartDelayStopsTheStart() {
		FailureAnalysis analysis = StartFailure
			.of(application().withPropertyValues("distributed-lock.redis.restart-delay=30s").withBean(LongJob.class));
		assertThat(analysis.getDescription()).contains("A lease or minimum hold of 31s is longer than",
				"restart-delay (30s)");
	}

	@Test
	void replicaIsRefused() {
		try (TestRedis replica = TestRedis.start("--replicaof", masters.get(0).host(),
				Integer.toString(masters.get(0).port()), "--masterauth", "s3cret", "--requirepass", "s3cret")) {
			FailureAnalysis analysis = StartFailure.of(application().withPropertyValues(
					"distributed-lock.redis.quorum.nodes=" + nodes(List.of(masters.get(0), masters.get(1), replica))));
			assertThat(analysis.getDescription()).contains("must be independent masters",
					replica.port() + " is a replica, no master");
		}
	}

	@Test
	void oneMasterUnderTwoNamesIsRefused() {
		String nodes = nodes(masters.subList(0, 2)) + ","
				+ nodes(masters.subList(0, 1)).replace("127.0.0.1", "localhost");
		FailureAnalysis analysis = StartFailure
			.of(application().withPropertyValues("distributed-lock.redis.quorum.nodes=" + nodes));
		assertThat(analysis.getDescription()).contains("are the same server").doesNotContain("s3cret");
	}

	@Test
	void masterThatComesUpUnderTwoNamesHasNoVote() {
		try (TestRedis late = TestRedis.start("--requirepass", "s3cret")) {
			late.kill();
			String nodes = nodes(List.of(late, masters.get(1))) + ","
					+ nodes(List.of(late)).replace("127.0.0.1", "localhost");
			application().withPropertyValues("distributed-lock.redis.quorum.nodes=" + nodes).run((context) -> {
				late.restart();
				Awaitility.await()
					.untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
						// held while one of the two names has not been met yet
						.isThrownBy(() -> context.getBean(LockOperations.class).acquire(REQUEST.noWait()).close())
						.havingRootCause()
						.withMessageContaining("localhost:" + late.port() + " is the same server as 127.0.0.1:"));
				StoreHealth health = new StoreHealth(context.getBean(LockStore.class), true);
				assertThat(health.call()).containsEntry("status", "DOWN")
					.extractingByKey("nodes", Assertions.as(InstanceOfAssertFactories.MAP))
					.hasEntrySatisfying("127.0.0.1:" + late.port(),
							(node) -> assertThat(node).asInstanceOf(InstanceOfAssertFactories.MAP)
								.containsEntry("commands", "down")
								.containsEntry("commandsTrouble", "it is the same server as localhost:" + late.port())
								.containsKey("commandsDownSince"))
					.containsEntry(masters.get(1).host() + ":" + masters.get(1).port(),
							Map.of("commands", "up", "messages", "up"));
				Awaitility.await().until(() -> {
					Object end = late.cli("HGET", "lock:quorum-job", "x");
					return end == null || Long.parseLong(end.toString()) < System.currentTimeMillis();
				});
			});
		}
	}

	static class Job {

		@DistributedLocked(name = "quorum-job", waitTime = "0", onNotAcquired = OnNotAcquired.SKIP)
		public Long run() {
			return LockContext.current("quorum-job").orElseThrow().fencingToken();
		}

	}

	static class FairJob {

		@DistributedLocked(name = "fair-job", fair = true)
		public void run() {
		}

	}

	static class ReadingJob implements Runnable {

		@Override
		@DistributedLocked(name = "reading-job", mode = LockMode.READ)
		public void run() {
		}

	}

	static class PermittedJob implements Runnable {

		@Override
		@DistributedLocked(name = "permitted-job", permits = "3")
		public void run() {
		}

	}

	static class LongJob {

		@DistributedLocked(name = "long-job", leaseTime = "31s")
		public void run() {
		}

	}

}
