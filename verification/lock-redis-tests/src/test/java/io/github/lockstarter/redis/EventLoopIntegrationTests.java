package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

import io.lettuce.core.resource.ClientResources;
import io.lettuce.core.resource.NettyCustomizer;
import io.netty.channel.Channel;
import io.netty.channel.EventLoop;
import io.netty.resolver.DefaultAddressResolverGroup;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * How many threads read and write the connections of an instance, and that they end with
 * it.
 */
@Timeout(120)
class EventLoopIntegrationTests {

	private final Set<Channel> channels = ConcurrentHashMap.newKeySet();

	private final ClientResources resources = ClientResources.builder().nettyCustomizer(new NettyCustomizer() {

		@Override
		public void afterChannelInitialized(Channel channel) {
			EventLoopIntegrationTests.this.channels.add(channel);
		}

	}).build();

	@AfterEach
	void stop() {
		this.resources.shutdown().awaitUninterruptibly();
	}

	@Test
	void commandsAndMessagesOfOneServerShareAThread() {
		TestRedis redis = TestRedis.shared();
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(redis.host(), redis.port()),
				LettuceClientConfiguration.builder().clientResources(this.resources).build());
		try (LockInstance instance = LockInstance.on(factory, LockInstance.DEFAULTS, new SystemLockClock())) {
			work(instance);
			assertThat(this.channels).hasSizeGreaterThanOrEqualTo(2);
			assertThat(loops()).hasSize(1);
		}
		awaitTheirEnd();
	}

	@Test
	void theyHaveOneEachWhereTheThreadThatConnectsWaitsForNames() {
		TestRedis redis = TestRedis.shared();
		ClientResources blocking = this.resources.mutate()
			.addressResolverGroup(DefaultAddressResolverGroup.INSTANCE)
			.build();
		LettuceConnectionFactory factory = new LettuceConnectionFactory(
				new RedisStandaloneConfiguration(redis.host(), redis.port()),
				LettuceClientConfiguration.builder().clientResources(blocking).build());
		try (LockInstance instance = LockInstance.on(factory, LockInstance.DEFAULTS, new SystemLockClock())) {
			work(instance);
			assertThat(loops()).hasSize(2);
		}
		awaitTheirEnd();
	}

	@Test
	void mastersOfAClusterShareTwo() {
		TestRedisCluster cluster = SharedCluster.get();
		try (LockInstance instance = SharedCluster.instance(cluster, LockInstance.DEFAULTS, this.resources)) {
			work(instance);
			assertThat(loops()).hasSize(2);
		}
		awaitTheirEnd();
	}

	/**
	 * All are asked at once, and tell at once.
	 */
	@Test
	void mastersOfAQuorumShareOneUntilTheLastIsClosed() {
		LettuceClientConfiguration client = LettuceClientConfiguration.builder()
			.clientResources(this.resources)
			.build();
		try (ThreeMasters masters = new ThreeMasters();
				LockInstance instance = masters.instance(LockInstance.DEFAULTS, client)) {
			work(instance);
			assertThat(this.channels).hasSizeGreaterThanOrEqualTo(4);
			assertThat(loops()).hasSize(1);
			instance.locks().stop();
			awaitTheirEnd();
			instance.locks().start();
			work(instance);
		}
		awaitTheirEnd();
	}

	private static void work(LockInstance instance) {
		instance.locks().acquire(LockRequest.of("loops").waitTime(Duration.ofSeconds(120))).close();
	}

	private void awaitTheirEnd() {
		Awaitility.await().until(() -> loops().stream().allMatch(EventLoop::isTerminated));
	}

	private Set<EventLoop> loops() {
		return this.channels.stream().map(Channel::eventLoop).collect(Collectors.toSet());
	}

}
