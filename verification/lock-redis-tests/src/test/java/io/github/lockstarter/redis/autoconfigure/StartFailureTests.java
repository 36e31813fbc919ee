package io.github.lockstarter.redis.autoconfigure;

import java.util.Map;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mockito.Mockito;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.support.StaticListableBeanFactory;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.ImportAutoConfiguration;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.data.redis.autoconfigure.DataRedisAutoConfiguration;
import org.springframework.boot.diagnostics.FailureAnalysis;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.env.Environment;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConnectionFactory;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.mock.env.MockEnvironment;

import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.autoconfigure.LockProperties;
import io.github.lockstarter.autoconfigure.LocksTurnedOff;
import io.github.lockstarter.autoconfigure.StartFailure;
import io.github.lockstarter.autoconfigure.aspect.LockAspectAutoConfiguration;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.catchThrowable;

/**
 * What stops the start, and what a person reads then.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("gate")
class StartFailureTests {

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			enabled           | perhaps | must be true or false
			wait-time         | -1ms    | must be at least 0
			wait-time         | 31d     | must be at most 30 days
			lease-time        | 99ms    | must be at least 100ms
			lease-time        | 31d     | must be at most 30 days
			max-hold          | 29s     | must be at least 30s
			max-hold          | 31d     | must be at most 30 days
			command-timeout   | 0       | must be at least 10ms
			command-timeout   | 31d     | must be at most 30 days
			hand-off.lease    | 99ms    | must be at least 100ms
			hand-off.lease    | 31d     | must be at most 30 days
			poll-interval     | 9ms     | must be at least 10ms
			poll-interval     | 31d     | must be at most 30 days
			fence-retention   | 999ms   | must be at least 1s
			fence-retention   | 31d     | must be at most 30 days
			cohort.max-passes | -1      | must be between 0 and 64
			cohort.max-passes | 65      | must be between 0 and 64
			cohort.max-time   | -1ms    | must be at least 0
			cohort.max-time   | 31d     | must be at most 30 days
			shutdown-timeout  | -1s     | must be at least 0
			shutdown-timeout  | 31d     | must be at most 30 days
			redis.restart-delay | -1s   | must be at least 0
			redis.min-replicas  | -1    | must be at least 0
			redis.restart-delay | 29s   | must be 0 or at least the lease time, which is 30s
			""")
	void valueOutOfRangeIsRefusedByName(String property, String value, String reason) {
		assertOutOfRange(refusalOf(property, value), property, value, reason);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			enabled             | perhaps | must be true or false
			lease-time          | 99ms    | must be at least 100ms
			redis.restart-delay | 29s     | must be 0 or at least the lease time, which is 30s
			""")
	void valueOutOfRangeStopsTheStart(String property, String value, String reason) {
		assertOutOfRange(StartFailure
			.of(LockApplication.withoutRedis().withPropertyValues("distributed-lock." + property + "=" + value)),
				property, value, reason);
	}

	private static void assertOutOfRange(FailureAnalysis analysis, String property, String value, String reason) {
		assertThat(analysis.getDescription())
			.isEqualTo("distributed-lock." + property + " is " + value + ", but " + reason + ".");
		assertThat(analysis.getAction())
			.isEqualTo("Change the property distributed-lock." + property + ": it " + reason + ".");
	}

	@ParameterizedTest
	@ValueSource(strings = { "wait-time", "lease-time", "max-hold", "command-timeout", "hand-off.lease",
			"hand-off.confirm", "poll-interval", "fence-retention", "cohort.max-passes", "cohort.max-time",
			"shutdown-timeout", "redis.restart-delay", "redis.min-replicas", "redis.replica-timeout", "aspect.order",
			"release-after-transaction" })
	void valueOfAnotherTypeIsRefusedByName(String property) {
		assertThat(refusalOf(property, "perhaps").getDescription()).contains("distributed-lock." + property)
			.contains("perhaps");
	}

	@ParameterizedTest
	@ValueSource(strings = { "lease-time", "redis.min-replicas", "aspect.order" })
	void valueOfAnotherTypeStopsTheStart(String property) {
		FailureAnalysis analysis = StartFailure
			.of(LockApplication.withoutRedis().withPropertyValues("distributed-lock." + property + "=perhaps"));
		assertThat(analysis.getDescription()).contains("distributed-lock." + property).contains("perhaps");
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|',
			textBlock = """
					a:1,b:1             | must be three or five masters: an even number tolerates no more failures than one master less
					a:1,b:1,c:1,d:1     | must be three or five masters: an even number tolerates no more failures than one master less
					a:1                 | must be three or five masters
					a:1,b:1,c:1,d:1,e:1,f:1,g:1 | must be three or five masters
					a:1,b:1,A:1         | must name each master once
					a,redis://x:pw@b,a:6379     | must name each master once
					a:1,http://pw@b:1,c | must be like redis://user:password@host:6379, or rediss:// with TLS
					""")
	void quorumThatIsNoneIsRefused(String nodes, String reason) {
		assertNoQuorum(refusalOf("redis.quorum.nodes", nodes), reason);
	}

	@Test
	void quorumThatIsNoneStopsTheStart() {
		assertNoQuorum(
				StartFailure.of(LockApplication.runner()
					.withPropertyValues("distributed-lock.redis.quorum.nodes=a:1,redis://x:pw@b,A:1")),
				"must name each master once");
	}

	private static void assertNoQuorum(FailureAnalysis analysis, String reason) {
		assertThat(analysis.getDescription()).startsWith("distributed-lock.redis.quorum.nodes is ")
			.endsWith(", but " + reason + ".")
			.doesNotContain("pw");
	}

	@Test
	void restartDelayShorterThanALeaseIsRefused() {
		FailureAnalysis analysis = StartFailure.of(LockApplication.runner()
			.withPropertyValues("distributed-lock.redis.quorum.nodes=a:1,b:1,c:1",
					"distributed-lock.redis.restart-delay=29s"));
		assertThat(analysis.getDescription()).isEqualTo("distributed-lock.redis.restart-delay is 29s, but must be "
				+ "at least 30s, the lease time, or 0 where masters never forget.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "   ", "my lock", "lock\u00a0", "lock\t", "lock\u0000", "100%", "lock\ud800" })
	void prefixThatWouldBeMisreadIsRefused(String prefix) {
		assertMisread(refusalOf("key-prefix", prefix), prefix);
	}

	@Test
	void prefixThatWouldBeMisreadStopsTheStart() {
		assertMisread(
				StartFailure
					.of(LockApplication.withoutRedis().withPropertyValues("distributed-lock.key-prefix=my lock")),
				"my lock");
	}

	private static void assertMisread(FailureAnalysis analysis, String prefix) {
		assertThat(analysis.getDescription()).isEqualTo("distributed-lock.key-prefix is '" + prefix
				+ "', but must be a word without spaces, control characters and percent signs.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "lock", "shop:lock", "\u00e7arp\u0131\u015fma", "{shop}", "\ud83d\udd12" })
	void prefixOfOneWordIsAccepted(String prefix) {
		assertThat(storeIn(environment("key-prefix", prefix))).isNotNull();
	}

	@Test
	@SuppressWarnings("deprecation") // not the way for people, but there is one
	void clusterHasNoOtherDatabases() {
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisClusterConfiguration().clusterNode("127.0.0.1", 7000));
		factory.setDatabase(3);
		FailureAnalysis analysis = StartFailure
			.of(LockApplication.runner().withBean(LettuceConnectionFactory.class, () -> factory));
		assertThat(analysis.getDescription()).contains("has a RedisClusterConfiguration and database 3",
				"a cluster has database 0 only");
		assertThat(analysis.getAction()).contains("@LockConnectionFactory");
	}

	@Test
	void otherClientThanLettuceIsRefused() {
		FailureAnalysis analysis = StartFailure.of(LockApplication.runner()
			.withBean("jedisConnectionFactory", RedisConnectionFactory.class, StartFailureTests::anyConnectionFactory));
		assertThat(analysis.getDescription()).endsWith("; the locks need Lettuce.");
		assertThat(analysis.getAction()).contains("LettuceConnectionFactory", "@LockConnectionFactory",
				"spring.data.redis.client-type=jedis");
	}

	@Test
	void severalConnectionFactoriesNeedAPrimaryOne() {
		FailureAnalysis analysis = StartFailure.of(LockApplication.runner()
			.withBean("orders", LettuceConnectionFactory.class, LettuceConnectionFactory::new)
			.withBean("sessions", LettuceConnectionFactory.class, LettuceConnectionFactory::new));
		assertThat(analysis.getDescription()).contains("several Redis connection factories", "none is primary",
				"orders", "sessions");
		assertThat(analysis.getAction()).contains("@LockConnectionFactory", "@Primary");
	}

	@Test
	void nameOfAConnectionFactoryMakesItNoPrimaryOne() {
		FailureAnalysis analysis = StartFailure.of(LockApplication.runner()
			.withBean("connectionFactory", LettuceConnectionFactory.class, LettuceConnectionFactory::new)
			.withBean("sessions", LettuceConnectionFactory.class, LettuceConnectionFactory::new));
		assertThat(analysis.getDescription()).contains("none is primary", "connectionFactory", "sessions");
	}

	@Test
	void wholeStoryIsInTheLog(CapturedOutput output) {
		assertThatException()
			.isThrownBy(() -> new SpringApplicationBuilder(Application.class).web(WebApplicationType.NONE)
				.run("--distributed-lock.lease-time=1ms"));
		assertThat(output).contains("APPLICATION FAILED TO START", "distributed-lock.lease-time is 1ms",
				"Change the property distributed-lock.lease-time: it must be at least 100ms.");
	}

	private static FailureAnalysis refusalOf(String property, String value) {
		MockEnvironment environment = environment(property, value);
		Throwable failure = catchThrowable(() -> storeIn(environment));
		assertThat(failure).as("failure").isNotNull();
		return StartFailure.of(failure, environment, new StaticListableBeanFactory());
	}

	private static MockEnvironment environment(String property, String value) {
		return new MockEnvironment().withProperty("distributed-lock." + property, value);
	}

	/**
	 * Makes the store of an environment from its properties, as the auto-configuration
	 * does, without an application context.
	 */
	private static LockStore storeIn(Environment environment) {
		assertThat(LocksTurnedOff.in(environment)).isFalse();
		LockProperties properties = Binder.get(environment).bindOrCreate("distributed-lock", LockProperties.class);
		RedisLockProperties redis = Binder.get(environment)
			.bindOrCreate("distributed-lock.redis", RedisLockProperties.class);
		StaticListableBeanFactory beans = new StaticListableBeanFactory(
				Map.of("redis", redis, "connectionFactory", new LettuceConnectionFactory()));
		ObjectProvider<RedisConnectionFactory> unqualified = beans.getBeanProvider(RedisConnectionFactory.class);
		ObjectProvider<RedisConnectionFactory> qualified = new StaticListableBeanFactory()
			.getBeanProvider(RedisConnectionFactory.class);
		RedisLockAutoConfiguration configuration = new RedisLockAutoConfiguration();
		LockSettings settings = configuration.distributedLockStarterRedisSettings(properties, redis);
		LockRuntime runtime = new ThreadRuntime(new SystemLockClock());
		return redis.getQuorum().getNodes().isEmpty()
				? configuration.distributedLockStarterStore(properties, redis, settings, unqualified, qualified,
						runtime, environment, beans)
				: configuration.distributedLockStarterQuorumStore(properties, redis, settings, unqualified, qualified,
						runtime, environment, beans);
	}

	private static RedisConnectionFactory anyConnectionFactory() {
		return Mockito.mock(RedisConnectionFactory.class);
	}

	@Configuration(proxyBeanMethods = false)
	@ImportAutoConfiguration({ DataRedisAutoConfiguration.class, RedisLockAutoConfiguration.class,
			LockAutoConfiguration.class, LockAspectAutoConfiguration.class })
	static class Application {

	}

}
