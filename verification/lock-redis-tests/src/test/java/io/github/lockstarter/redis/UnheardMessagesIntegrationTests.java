package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.slf4j.LoggerFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.RedisStaticMasterReplicaConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.quorum.QuorumLockStore;
import io.github.lockstarter.quorum.QuorumNode;
import io.github.lockstarter.quorum.QuorumSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A subscription that stands and brings nothing is noticed on every topology, and so is
 * its end. {@code ClusterRightsIntegrationTests} has the same for a cluster.
 */
@Timeout(120)
@Tag("gate")
class UnheardMessagesIntegrationTests {

	// The warning comes after five of its command timeouts.
	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setCommandTimeout(Duration.ofMillis(300)));

	private static final String MUTE = "locks on >secret ~lock:* &lock:* +@all -publish";

	private final Logger logger = (Logger) LoggerFactory.getLogger("io.github.lockstarter");

	private final ListAppender<ILoggingEvent> log = new ListAppender<>();

	private final LockRequest request = LockRequest.of("unheard:" + UUID.randomUUID());

	private final List<AutoCloseable> opened = new ArrayList<>();

	@BeforeEach
	void listen() {
		this.log.start();
		this.logger.addAppender(this.log);
	}

	@AfterEach
	void close() throws Exception {
		this.logger.detachAppender(this.log);
		for (AutoCloseable each : this.opened) {
			each.close();
		}
	}

	@ParameterizedTest
	@EnumSource
	void serverThatDoesNotLetScriptsPublishIsNoticed(Kind kind) {
		List<TestRedis> masters = new ArrayList<>();
		LockStore store = store(kind, masters);
		masters.forEach((master) -> setUser(master, MUTE));
		try (LockInstance instance = started(store)) {
			assertUnheard(store);
			assertThat(instance.acquires(this.request)).isTrue();
			masters.forEach((master) -> setUser(master, "locks +publish"));
			assertHeardAgain(store);
		}
	}

	@Test
	void proxyThatDeliversNoMessagesIsNoticed() {
		TestRedis redis = TestRedis.shared();
		try (FaultProxy proxy = FaultProxy.to(redis.host(), redis.port())) {
			proxy.losePushes(true);
			LockStore store = store(
					new LettuceConnectionFactory(new RedisStandaloneConfiguration("127.0.0.1", proxy.port()),
							LettuceClientConfiguration.defaultConfiguration()));
			try (LockInstance instance = started(store)) {
				assertUnheard(store);
				assertThat(instance.acquires(this.request)).isTrue();
				proxy.losePushes(false);
				assertHeardAgain(store);
			}
		}
	}

	private void assertUnheard(LockStore store) {
		// a busy machine may lose a connection meanwhile
		Awaitility.await().untilAsserted(() -> {
			assertThat(store.state().messages().trouble()).contains("do not arrive");
			assertThat(store.state().commands()).isEqualTo(StoreState.Link.UP);
		});
		assertThat(store.isPushAvailable(this.request.name())).isFalse();
		assertThat(warnings()).isNotEmpty().allSatisfy((line) -> assertThat(line).contains("+publish"));
	}

	private void assertHeardAgain(LockStore store) {
		Awaitility.await()
			.untilAsserted(
					() -> assertThat(store.state()).isEqualTo(new StoreState(StoreState.Link.UP, StoreState.Link.UP)));
		Awaitility.await().until(() -> store.isPushAvailable(this.request.name()));
		Awaitility.await()
			.untilAsserted(() -> assertThat(lines(Level.INFO, "are received again")).hasSameSizeAs(warnings()));
	}

	private List<String> warnings() {
		return lines(Level.WARN, "takes a subscription, but messages that scripts send do not arrive");
	}

	private List<String> lines(Level level, String text) {
		return List.copyOf(this.log.list)
			.stream()
			.filter((event) -> event.getLevel() == level)
			.map(ILoggingEvent::getFormattedMessage)
			.filter((line) -> line.contains(text))
			.toList();
	}

	private static void setUser(TestRedis redis, String rights) {
		redis.cli(("ACL SETUSER " + rights).split(" "));
	}

	private static LockInstance started(LockStore store) {
		return LockInstance.notAwaited(store, SETTINGS);
	}

	private static LockStore store(LettuceConnectionFactory factory) {
		return new LettuceLockStore(new RedisClients(factory, SETTINGS.commandTimeout()), SETTINGS, "lock", "test",
				new SystemLockClock());
	}

	private LockStore store(Kind kind, List<TestRedis> masters) {
		return switch (kind) {
			case STANDALONE -> {
				TestRedis redis = open(TestRedis.start(), masters);
				yield store(factory(redis));
			}
			case MASTER_AND_REPLICA -> {
				TestRedis master = open(TestRedis.start(), masters);
				TestRedis replica = TestRedis.startReplicaOf(master);
				this.opened.add(replica);
				setUser(replica, MUTE);
				RedisStaticMasterReplicaConfiguration nodes = new RedisStaticMasterReplicaConfiguration(master.host(),
						master.port());
				nodes.addNode(replica.host(), replica.port());
				nodes.setUsername("locks");
				nodes.setPassword("secret");
				yield store(new LettuceConnectionFactory(nodes, LettuceClientConfiguration.defaultConfiguration()));
			}
			case SENTINEL -> {
				TestRedis master = open(TestRedis.start(), masters);
				TestRedis sentinel = TestRedis.startSentinel("mymaster", master);
				this.opened.add(sentinel);
				RedisSentinelConfiguration sentinels = new RedisSentinelConfiguration().master("mymaster")
					.sentinel(sentinel.host(), sentinel.port());
				sentinels.setUsername("locks");
				sentinels.setPassword("secret");
				yield store(new LettuceConnectionFactory(sentinels, LettuceClientConfiguration.defaultConfiguration()));
			}
			case QUORUM -> quorum(List.of(open(TestRedis.start(), masters), open(TestRedis.start(), masters),
					open(TestRedis.start(), masters)));
		};
	}

	private LockStore quorum(List<TestRedis> masters) {
		SystemLockClock clock = new SystemLockClock();
		List<QuorumNode> nodes = RedisClients
			.askedTogether(masters.stream().map(UnheardMessagesIntegrationTests::factory).toList(),
					SETTINGS.commandTimeout())
			.stream()
			.<QuorumNode>map((clients) -> new QuorumMaster(clients, SETTINGS, "lock", "test", clock))
			.toList();
		return new QuorumLockStore(nodes, new QuorumSettings(SETTINGS.commandTimeout(), SETTINGS.leaseTime(),
				Duration.ZERO, SETTINGS.startTimeout()), LockRuntime::drawClientId, clock);
	}

	private TestRedis open(TestRedis redis, List<TestRedis> masters) {
		this.opened.add(redis);
		masters.add(redis);
		return redis;
	}

	private static LettuceConnectionFactory factory(TestRedis redis) {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(redis.host(), redis.port());
		server.setUsername("locks");
		server.setPassword("secret");
		return new LettuceConnectionFactory(server, LettuceClientConfiguration.defaultConfiguration());
	}

	/**
	 * Where the locks are.
	 */
	enum Kind {

		STANDALONE, MASTER_AND_REPLICA, SENTINEL, QUORUM

	}

}
