package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.springframework.data.redis.connection.RedisSentinelConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.test.TestRedis;

/**
 * A master, its replicas, and Sentinels of which each promotes a replica when it is told
 * to, and none demotes a former master before its test is over.
 */
record WatchedRedis(TestRedis master, List<TestRedis> replicas, List<TestRedis> sentinels) implements AutoCloseable {

	static final String NAME = "mymaster";

	/**
	 * What cluster.md says that a user of the Sentinels needs.
	 */
	static final String RIGHTS = "+sentinel|get-master-addr-by-name +sentinel|master +subscribe +ping &+promoted-slave "
			+ "&+switch-master";

	static WatchedRedis start(int replicas, int sentinels) {
		WatchedRedis started = new WatchedRedis(TestRedis.start(), new ArrayList<>(), new ArrayList<>());
		for (int i = 0; i < replicas; i++) {
			started.replicas.add(TestRedis.startReplicaOf(started.master));
		}
		for (int i = 0; i < sentinels; i++) {
			TestRedis sentinel = TestRedis.startSentinel(NAME, started.master);
			started.sentinels.add(sentinel);
			// a master that nobody wants is demoted after four of these
			sentinel.cli("SENTINEL", "DEBUG", "publish-period", "3600000");
			sentinel.cli(("ACL SETUSER locks on >password " + RIGHTS).split(" "));
		}
		return started;
	}

	/**
	 * A planned failover: a healthy master is replaced, whose replicas have what it has
	 * written until now.
	 * @param by the place of the Sentinel that does it
	 * @return the new master, as soon as that Sentinel names it
	 */
	TestRedis failOver(int by) {
		TestRedis sentinel = this.sentinels.get(by);
		long written = Long.parseLong(this.master.info("replication").get("master_repl_offset"));
		await().until(() -> this.replicas.stream()
			.allMatch((replica) -> Long.parseLong(replica.info("replication").get("slave_repl_offset")) >= written));
		// it refuses until it knows the replicas
		await().ignoreExceptions().until(() -> "OK".equals(sentinel.cli("SENTINEL", "FAILOVER", NAME)));
		await().until(() -> !isNamed(sentinel, this.master));
		return this.replicas.stream().filter((replica) -> isNamed(sentinel, replica)).findFirst().orElseThrow();
	}

	/**
	 * Whether a Sentinel says that a server is the master.
	 */
	static boolean isNamed(TestRedis sentinel, TestRedis redis) {
		return List.of(redis.host(), Integer.toString(redis.port()))
			.equals(sentinel.cli("SENTINEL", "GET-MASTER-ADDR-BY-NAME", NAME));
	}

	/**
	 * A connection factory that knows all Sentinels.
	 * @param name by which its connections are known
	 */
	LettuceConnectionFactory factory(String name) {
		RedisSentinelConfiguration sentinel = new RedisSentinelConfiguration().master(NAME);
		sentinel.setSentinelUsername("locks");
		sentinel.setSentinelPassword("password");
		this.sentinels.forEach((each) -> sentinel.sentinel(each.host(), each.port()));
		return new LettuceConnectionFactory(sentinel, LettuceClientConfiguration.builder().clientName(name).build());
	}

	/**
	 * How many connections to a server have that name.
	 */
	static long connections(TestRedis redis, String name) {
		return String.valueOf(redis.cli("CLIENT", "LIST"))
			.lines()
			.filter((line) -> line.contains(" name=" + name + " "))
			.count();
	}

	static ConditionFactory await() {
		return Awaitility.await();
	}

	@Override
	public void close() {
		this.sentinels.forEach(TestRedis::close);
		this.replicas.forEach(TestRedis::close);
		this.master.close();
	}

}
