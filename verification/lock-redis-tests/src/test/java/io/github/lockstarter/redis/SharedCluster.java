package io.github.lockstarter.redis;

import java.util.stream.IntStream;

import io.lettuce.core.resource.ClientResources;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

/**
 * A Redis Cluster of three masters for the tests of this JVM that break no node; and
 * application instances on any cluster. Slots may be anywhere: tests move them.
 */
public final class SharedCluster {

	private SharedCluster() {
	}

	public static TestRedisCluster get() {
		return Holder.CLUSTER;
	}

	/**
	 * An application instance that is told one node of the cluster.
	 */
	static LockInstance instance(TestRedisCluster cluster, LockSettings settings, LockObserver... observers) {
		return instance(cluster, settings, "instance", observers);
	}

	/**
	 * An application instance whose connections have a name.
	 */
	static LockInstance instance(TestRedisCluster cluster, LockSettings settings, String name,
			LockObserver... observers) {
		return LockInstance.on(factory(cluster, name), settings, new SystemLockClock(), observers);
	}

	/**
	 * An application instance with a look at what its connections carry.
	 */
	static LockInstance instance(TestRedisCluster cluster, LockSettings settings, ClientResources resources) {
		return LockInstance.on(
				factory(cluster, LettuceClientConfiguration.builder().clientResources(resources).build()), settings,
				new SystemLockClock());
	}

	static LettuceConnectionFactory factory(TestRedisCluster cluster, String name) {
		return factory(cluster, LettuceClientConfiguration.builder().clientName(name).build());
	}

	private static LettuceConnectionFactory factory(TestRedisCluster cluster, LettuceClientConfiguration client) {
		TestRedis seed = cluster.masters().get(cluster.masters().size() - 1);
		return new LettuceConnectionFactory(new RedisClusterConfiguration().clusterNode(seed.host(), seed.port()),
				client);
	}

	/**
	 * A lock name whose key is in a slot that a node serves.
	 */
	static String nameOn(TestRedisCluster cluster, TestRedis node, String like) {
		return IntStream.range(0, TestRedisCluster.SLOTS)
			.mapToObj((number) -> like + number)
			.filter((name) -> cluster.masterOf(slot(name)) == node)
			.findFirst()
			.orElseThrow();
	}

	/**
	 * The slot of a lock.
	 */
	static int slot(String name) {
		return TestRedisCluster.slot("lock:" + name);
	}

	/**
	 * A master that does not serve a slot.
	 */
	static TestRedis another(TestRedisCluster cluster, int slot) {
		TestRedis master = cluster.masterOf(slot);
		return cluster.masters().stream().filter((node) -> node != master).findFirst().orElseThrow();
	}

	// Started when it is first used; it ends with the JVM.
	private static final class Holder {

		private static final TestRedisCluster CLUSTER = TestRedisCluster.start(3, 0);

	}

}
