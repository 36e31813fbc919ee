package io.github.lockstarter.zookeeper.autoconfigure;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.ACL;
import org.apache.zookeeper.data.Id;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.diagnostics.FailureAnalyzer;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
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
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.session.SessionLockStore;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.test.TestZooKeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mockito.Mockito.mock;

/**
 * Applications that keep their locks in ZooKeeper.
 */
@Tag("gate")
class ZooKeeperLockAutoConfigurationTests {

	private static TestZooKeeper server;

	private final ApplicationContextRunner unconfigured = new ApplicationContextRunner()
		.withConfiguration(AutoConfigurations.of(ZooKeeperLockAutoConfiguration.class, LockAutoConfiguration.class,
				LockAspectAutoConfiguration.class));

	private final ApplicationContextRunner application = this.unconfigured.withPropertyValues(
			"distributed-lock.zookeeper.connect-string=" + server.connectString(),
			"distributed-lock.zookeeper.session-timeout=10s", "distributed-lock.wait-time=1m",
			"distributed-lock.start-timeout=1m");

	private final ApplicationContextRunner ofSixSeconds = this.application
		.withPropertyValues("distributed-lock.zookeeper.session-timeout=6s");

	@BeforeAll
	static void begin() {
		// sessions from one second to ten
		server = TestZooKeeper.start(1, 500);
	}

	@AfterAll
	static void end() {
		server.close();
	}

	@Test
	void applicationNeedsNothingButServers() {
		this.application.withUserConfiguration(Service.class).run((context) -> {
			assertThat(context).hasNotFailed().hasSingleBean(SessionLockStore.class);
			assertThat(ClassUtils.isPresent("io.lettuce.core.RedisClient", null)).as("no Redis is brought").isFalse();
			assertThat(context.getBean(Service.class).token("job")).isPositive();
			assertThat(context.getBean(LockStore.class).label()).isEqualTo("ZooKeeper at " + server.connectString());
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
						+ "distributed-lock.zookeeper.session-timeout (6s)"));
	}

	@Test
	void serversThatKeepShorterSessionsStopTheStart() {
		this.application.withPropertyValues("distributed-lock.zookeeper.session-timeout=30s").run((context) -> {
			assertThat(context).hasFailed();
			FailureAnalysis analysis = analysis(context.getStartupFailure());
			assertThat(analysis.getCause()).isInstanceOf(LockStartException.class);
			assertThat(analysis.getDescription()).contains("ends a session without a heartbeat after 10s");
			assertThat(analysis.getAction()).startsWith("Set distributed-lock.zookeeper.session-timeout=10s and "
					+ "distributed-lock.lease-time=6666ms or less. Or let the servers keep sessions for 30s.");
		});
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
				.contains("Set distributed-lock.zookeeper.connect-string");
		});
	}

	@Test
	void connectStringWithoutServersIsRefused() {
		this.application.withPropertyValues("distributed-lock.zookeeper.connect-string=zk:port")
			.run((context) -> assertThat(context).getFailure()
				.rootCause()
				.hasMessageStartingWith(
						"distributed-lock.zookeeper.connect-string is 'zk:port', but must name servers"));
	}

	@Test
	void tokensBeginBehindTheOffset() {
		this.application.withUserConfiguration(Service.class)
			.withPropertyValues("distributed-lock.zookeeper.token-offset=2000000000000000")
			.run((context) -> assertThat(context.getBean(Service.class).token("job"))
				.isGreaterThan(2_000_000_000_000_000L));
	}

	@Test
	void whatAUserHasWrittenIsThatUsersAlone() throws Exception {
		ApplicationContextRunner own = this.application.withPropertyValues("distributed-lock.zookeeper.root=/own/locks",
				"distributed-lock.zookeeper.username=app", "distributed-lock.zookeeper.password=secret");
		own.withUserConfiguration(Service.class).run((context) -> {
			assertThat(context.getBean(Service.class).token("job")).isPositive();
			try (ZooKeeper other = new ZooKeeper(server.connectString(), 10_000, (event) -> {
			})) {
				assertThatExceptionOfType(KeeperException.NoAuthException.class)
					.isThrownBy(() -> other.getChildren("/own/locks", false));
				assertThatExceptionOfType(KeeperException.NoAuthException.class)
					.isThrownBy(() -> other.getChildren("/own", false));
			}
		});
	}

	@Test
	void pathOfTheConnectStringIsCreatedAtTheStart() {
		below("/made/here").run((context) -> {
			assertThat(nodes("/made")).containsExactly("here");
			assertThat(token(context)).isPositive();
			assertThat(nodes("/made/here")).containsExactly("distributed-locks");
			below("/made/here").run((second) -> TwoApplications.excludeEachOther(context, second));
		});
	}

	@Test
	void pathOfTheConnectStringStaysOpenToOthersAlthoughTheLocksAreTheirUsersAlone() {
		below("/shared")
			.withPropertyValues("distributed-lock.zookeeper.username=app", "distributed-lock.zookeeper.password=secret")
			.run((context) -> {
				assertThat(token(context)).isPositive();
				assertThat(nodes("/shared")).containsExactly("distributed-locks");
				assertThatExceptionOfType(KeeperException.NoAuthException.class)
					.isThrownBy(() -> nodes("/shared/distributed-locks"));
			});
	}

	@Test
	void pathThatMayNotBeCreatedStopsTheStartWithTheCommand() throws Exception {
		shut("/shut");
		below("/shut/one/two").run((context) -> {
			assertThat(context).hasFailed();
			FailureAnalysis analysis = analysis(context.getStartupFailure());
			assertThat(analysis.getDescription()).isEqualTo("ZooKeeper at " + server.connectString()
					+ "/shut/one/two has no node /shut/one/two, which distributed-lock.zookeeper.connect-string ends "
					+ "with, and it could not be created: KeeperErrorCode = NoAuth for /shut/one.");
			assertThat(analysis.getAction()).contains("zkCli.sh -server " + server.connectString() + " create /shut\n",
					"create /shut/one\n", "create /shut/one/two\n",
					"remove '/shut/one/two' from the end of distributed-lock.zookeeper.connect-string");
		});
	}

	@Test
	void callerHearsWhichNodeMayNotBeCreated() throws Exception {
		shut("/closed");
		this.application.withPropertyValues("distributed-lock.zookeeper.root=/closed/locks")
			.run((context) -> assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> context.getBean(LockOperations.class).acquire("job"))
				.withMessageContaining("NoAuth for /closed/locks"));
	}

	private static long token(ApplicationContext context) {
		return context.getBean(LockOperations.class).execute("job", Lease::fencingToken);
	}

	private ApplicationContextRunner below(String path) {
		return this.application
			.withPropertyValues("distributed-lock.zookeeper.connect-string=" + server.connectString() + path);
	}

	/**
	 * A node below which no other may be created.
	 */
	private static void shut(String node) throws Exception {
		try (ZooKeeper other = client()) {
			other.create(node, new byte[0],
					new ArrayList<>(List.of(new ACL(ZooDefs.Perms.READ, new Id("world", "anyone")))),
					CreateMode.PERSISTENT);
		}
	}

	private static List<String> nodes(String node) throws Exception {
		try (ZooKeeper other = client()) {
			return other.getChildren(node, false);
		}
	}

	private static ZooKeeper client() throws IOException {
		return new ZooKeeper(server.connectString(), 10_000, (event) -> {
		});
	}

	@Test
	void ownLocksComeFirst() {
		this.unconfigured.withUserConfiguration(OwnLocks.class)
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(SessionLockStore.class));
	}

	@Test
	void applicationThatAsksForAnotherStoreHasNoneInZooKeeper() {
		this.application.withPropertyValues("distributed-lock.store=jdbc")
			.run((context) -> assertThat(context).getFailure()
				.hasMessageContaining("distributed-lock.store is 'jdbc'"));
	}

	@Test
	void applicationStartsWhileNoServerRunsAndLocksAreUnavailable() {
		this.application
			.withPropertyValues("distributed-lock.zookeeper.connect-string=127.0.0.1:1",
					"distributed-lock.start-timeout=100ms")
			.run((context) -> {
				assertThat(context).hasNotFailed();
				assertThatExceptionOfType(LockUnavailableException.class)
					.isThrownBy(() -> context.getBean(LockOperations.class)
						.acquire(LockRequest.of("job").waitTime(Duration.ofMillis(100))))
					.withMessageContaining("ZooKeeper at 127.0.0.1:1 cannot be reached");
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
