package io.github.lockstarter.consul.autoconfigure;

import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.autoconfigure.ssl.SslAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.io.support.SpringFactoriesLoader;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.autoconfigure.LeaderChange;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.SharedMethods;
import io.github.lockstarter.autoconfigure.TwoApplications;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;
import io.github.lockstarter.concurrent.LeaseLock;
import io.github.lockstarter.consul.ConsulModel;
import io.github.lockstarter.consul.TestAgent;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.session.SessionLockStore;
import io.github.lockstarter.store.LockStore;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mockito.Mockito.mock;

/**
 * Applications that keep their locks in Consul.
 */
@Tag("gate")
class ConsulLockAutoConfigurationTests {

	private static TestAgent agent;

	private final ApplicationContextRunner unconfigured = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(SslAutoConfiguration.class, ConsulLockAutoConfiguration.class,
				LockAutoConfiguration.class, LockAspectAutoConfiguration.class));

	private final ApplicationContextRunner application = this.unconfigured.withPropertyValues(
			"distributed-lock.consul.endpoints=" + agent.endpoint(), "distributed-lock.consul.session-ttl=60s",
			"distributed-lock.wait-time=1m", "distributed-lock.start-timeout=1m");

	private final ApplicationContextRunner ofSixSeconds = this.application
		.withPropertyValues("distributed-lock.consul.session-ttl=6s");

	@BeforeAll
	static void begin() {
		agent = new TestAgent(new ConsulModel());
	}

	@AfterAll
	static void end() {
		agent.close();
	}

	@Test
	void applicationNeedsNothingButServers() {
		this.application.withUserConfiguration(Service.class).run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(SessionLockStore.class);
			assertThat(ClassUtils.isPresent("io.lettuce.core.RedisClient", null)).as("no Redis is brought").isFalse();
			assertThat(context.getBean(Service.class).token("job")).isPositive();
			assertThat(context.getBean(LockStore.class).label()).isEqualTo("Consul at " + agent.endpoint());
		});
	}

	@Test
	void twoApplicationsExcludeEachOther() {
		this.application
			.run((first) -> this.application.run((second) -> TwoApplications.excludeEachOther(first, second)));
	}

	@Test
	void annotatedMethodsOfTwoApplicationsShareTheirLocks() {
		SharedMethods.shareTheirLocks(this.application);
	}

	@Test
	void morePermitsThanAWaiterCanWatchStopTheStart() {
		SharedMethods.tooManyPermitsStopTheStart(this.application);
	}

	@Test
	void lockOfABeanIsFreeWhenItsApplicationHasEnded() {
		LeaderChange.happens(this.application);
	}

	@Test
	void applicationsWithDifferentPrefixesShareNoLock() {
		this.application.run((first) -> this.application.withPropertyValues("distributed-lock.key-prefix=other")
			.run((second) -> TwoApplications.shareNoLock(first, second)));
	}

	@Test
	void leaseIsAsLongAsTheSessionAllowsUnlessItIsSaid() {
		this.ofSixSeconds.run((context) -> assertThat(context.getBean(LockSettings.class).leaseTime())
			.isEqualTo(Duration.ofSeconds(4)));
		this.ofSixSeconds.withPropertyValues("distributed-lock.lease-time=3s")
			.run((context) -> assertThat(context.getBean(LockSettings.class).leaseTime())
				.isEqualTo(Duration.ofSeconds(3)));
	}

	@Test
	void leaseThatOutlivesTheSessionStopsTheStart() {
		this.ofSixSeconds.withPropertyValues("distributed-lock.lease-time=5s")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessage("distributed-lock.lease-time is 5s, but must be at most 4s, two thirds of "
						+ "distributed-lock.consul.session-ttl (6s)"));
	}

	@Test
	void fixedLeaseThatOutlivesTheSessionIsRefused() {
		this.ofSixSeconds.run((context) -> assertThatIllegalArgumentException()
			.isThrownBy(() -> context.getBean(LockOperations.class)
				.acquire(LockRequest.of("job").leaseTime(Duration.ofSeconds(5))))
			.withMessageContaining("A fixed lease of 5s is longer than 4s"));
	}

	@Test
	void applicationThatNamesNoServersIsToldTheProperty() {
		this.unconfigured.run((context) -> {
			assertThat(context).hasFailed();
			assertThat(analysis(context.getStartupFailure()).getAction())
				.contains("Set distributed-lock.consul.endpoints");
		});
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			endpoints    | ftp://consul:8500      | must be the address of a member, such as http://consul1:8500
			endpoints    | http://u:p@consul:8500 | must be the address of a member, such as http://consul1:8500
			session-ttl  | 1s                     | must be whole seconds between 2s and 1h, and at least 10s unless
			session-ttl  | 2500ms                 | must be whole seconds between 2s and 1h
			root         | /locks                 | must be the prefix of all keys
			root         | locks/                 | must be the prefix of all keys
			node         | a.b                    | must be the name of a node
			token-offset | -1                     | must not be negative
			ssl-bundle   | none                   | SSL bundle name 'none' cannot be found
			""")
	void whatDoesNotFitIsRefused(String property, String value, String message) {
		this.application.withPropertyValues("distributed-lock.consul." + property + "=" + value)
			.run((context) -> assertThat(context).getFailure().rootCause().hasMessageContaining(message));
	}

	@Test
	void tokensBeginBehindTheOffset() {
		this.application.withUserConfiguration(Service.class)
			.withPropertyValues("distributed-lock.consul.token-offset=2000000000000000")
			.run((context) -> assertThat(context.getBean(Service.class).token("job"))
				.isGreaterThan(2_000_000_000_000_000L));
	}

	@Test
	void rotatedTokenIsUsed() {
		Map<String, Object> vault = new ConcurrentHashMap<>(Map.of("consul.token", "first"));
		try (TestAgent member = new TestAgent(new ConsulModel())) {
			member.askFor("first");
			this.application
				.withInitializer((context) -> context.getEnvironment()
					.getPropertySources()
					.addFirst(new MapPropertySource("vault", vault)))
				.withPropertyValues("distributed-lock.consul.endpoints=" + member.endpoint(),
						"distributed-lock.consul.token=${consul.token}")
				.run((context) -> {
					LockOperations locks = context.getBean(LockOperations.class);
					assertThat(locks.execute("job", Lease::fencingToken)).isPositive();
					vault.put("consul.token", "second");
					member.askFor("second");
					assertThat(locks.execute("job", Lease::fencingToken)).isPositive();
				});
		}
	}

	@Test
	@Timeout(120)
	void lockWithoutALimitEndsWithAWrongToken() {
		try (TestAgent member = new TestAgent(new ConsulModel())) {
			member.askFor("right");
			this.application
				.withPropertyValues("distributed-lock.consul.endpoints=" + member.endpoint(),
						"distributed-lock.consul.token=wrong", "distributed-lock.start-timeout=100ms")
				.run((context) -> {
					LeaseLock lock = LeaseLock.of(context.getBean(LockOperations.class), LockRequest.of("job"));
					assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(lock::lock)
						.withMessageContaining("ACL not found (distributed-lock.consul.token)");
				});
		}
	}

	@Test
	void ownLocksComeFirst() {
		this.unconfigured.withUserConfiguration(OwnLocks.class)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(SessionLockStore.class));
	}

	@Test
	void applicationThatAsksForAnotherStoreHasNoneInConsul() {
		this.application.withPropertyValues("distributed-lock.store=jdbc")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("distributed-lock.store is 'jdbc'"));
	}

	@Test
	void applicationStartsWhileNoServerRunsAndLocksAreUnavailable() {
		this.application
			.withPropertyValues("distributed-lock.consul.endpoints=127.0.0.1:1,127.0.0.1:2",
					"distributed-lock.start-timeout=100ms")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThatExceptionOfType(LockUnavailableException.class)
					.isThrownBy(() -> context.getBean(LockOperations.class)
						.acquire(LockRequest.of("job").waitTime(Duration.ofMillis(100))))
					.withMessageContaining("Consul at http://127.0.0.1:1,http://127.0.0.1:2 cannot be reached");
			});
	}

	private static FailureAnalysis analysis(Throwable failure) {
		return SpringFactoriesLoader.forDefaultResourceLocation()
			.load(FailureAnalyzer.class, SpringFactoriesLoader.FailureHandler.handleMessage((message, ex) -> {
			}))
			.stream()
			.map((analyzer) -> analyzer.analyze(failure))
			.filter(Objects::nonNull)
			.findFirst()
			.orElseThrow();
	}

	@Configuration(proxyBeanMethods = false)
	static class OwnLocks {

		@Bean
		LockOperations lockOperations() {
			return mock();
		}

	}

	static class Service {

		@DistributedLocked(name = "service", key = "#id")
		public long token(String id) {
			return LockContext.current().orElseThrow().fencingToken();
		}

	}

}
