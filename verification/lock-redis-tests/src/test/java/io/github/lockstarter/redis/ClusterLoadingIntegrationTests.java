package io.github.lockstarter.redis;

import java.util.List;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A node of a cluster that has restarted, and says what it is only when it has loaded its
 * data.
 */
@Timeout(120)
@Tag("gate")
class ClusterLoadingIntegrationTests {

	private static final LockSettings SETTINGS = LockInstance.settings((settings) -> {
	});

	@Test
	void instanceThatHasConnectedMeanwhileHearsWhatTheOthersHear() {
		try (TestRedis node = TestRedis
			.start(Stream.concat(Stream.of("--cluster-enabled", "yes"), Stream.of(RedisTrouble.REDIS_ARGUMENTS))
				.toArray(String[]::new))) {
			node.cli("CLUSTER", "ADDSLOTSRANGE", "0", "16383");
			Awaitility.await().until(() -> String.valueOf(node.cli("CLUSTER", "INFO")).contains("cluster_state:ok"));
			String channels = "lock:%push:" + node.cli("CLUSTER", "MYID") + ":";
			try (LockInstance early = instance(node)) {
				RedisTrouble.LOADING.begin(node, null);
				Awaitility.await().until(() -> Long.parseLong(node.info("clients").get("connected_clients")) > 1);
				RedisTrouble.LOADING.end(node, null);
				Awaitility.await().ignoreExceptions().until(() -> early.acquires(LockRequest.of("loaded")));
				Awaitility.await().until(() -> early.store().isPushAvailable("loaded"));
				assertThat((List<?>) node.cli("PUBSUB", "CHANNELS")).isNotEmpty()
					.allSatisfy((channel) -> assertThat((String) channel).startsWith(channels));
			}
		}
	}

	private static LockInstance instance(TestRedis node) {
		RedisClusterConfiguration configuration = new RedisClusterConfiguration().clusterNode(node.host(), node.port());
		return LockInstance.on(
				new LettuceConnectionFactory(configuration, LettuceClientConfiguration.defaultConfiguration()),
				SETTINGS, new SystemLockClock());
	}

}
