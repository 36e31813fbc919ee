package io.github.lockstarter.benchmark.server;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

/**
 * Several embedded servers that keep the locks together.
 */
public final class RedisGroup implements AutoCloseable {

	private final List<TestRedis> nodes;

	private final List<TestRedis> known;

	private RedisGroup(List<TestRedis> nodes, List<TestRedis> known) {
		this.nodes = nodes;
		this.known = known;
	}

	/**
	 * Masters that know nothing of each other.
	 * @param count how many
	 * @return the servers; close them
	 */
	public static RedisGroup independent(int count) {
		List<TestRedis> nodes = IntStream.range(0, count).mapToObj((i) -> TestRedis.start()).toList();
		return new RedisGroup(nodes, nodes);
	}

	/**
	 * A cluster without replicas.
	 * @param masters how many masters it has
	 * @return the servers; close them
	 */
	public static RedisGroup cluster(int masters) {
		List<TestRedis> nodes = TestRedisCluster.start(masters, 0).masters();
		return new RedisGroup(nodes, nodes);
	}

	/**
	 * A master and one replica. The endpoint is the master.
	 * @return the servers; close them
	 */
	public static RedisGroup replicated() {
		TestRedis master = TestRedis.start();
		return new RedisGroup(List.of(master, TestRedis.startReplicaOf(master)), List.of(master));
	}

	/**
	 * Where contenders connect to.
	 * @return the addresses, with the default lease
	 */
	public Endpoint endpoint() {
		return new Endpoint(this.known.stream().map((node) -> node.host() + ":" + node.port()).toList(),
				Endpoint.LEASE);
	}

	/**
	 * CPU time of all servers so far, user and system.
	 * @return microseconds
	 */
	public double cpuMicros() {
		return this.nodes.stream().map((node) -> node.info("cpu")).mapToDouble(RedisGroup::micros).sum();
	}

	private static double micros(Map<String, String> cpu) {
		return Stream.of("used_cpu_user", "used_cpu_sys").map(cpu::get).mapToDouble(Double::parseDouble).sum() * 1e6;
	}

	/**
	 * How many requests an action makes to all of them, without what comes by the clock.
	 * @param action what to watch
	 * @return the number of requests
	 */
	public long requestsOf(Runnable action) {
		List<RequestCount> counts = this.known.stream()
			.map((node) -> new RequestCount(Endpoint.at(node.host(), node.port()), Set.of()))
			.toList();
		action.run();
		counts.forEach(RequestCount::stop);
		counts.forEach(RequestCount::close);
		return counts.stream().mapToLong((count) -> count.requests() - count.pings()).sum();
	}

	/**
	 * Kills a server.
	 * @param node which one, from 0 on
	 */
	public void kill(int node) {
		this.nodes.get(node).kill();
	}

	/**
	 * Starts a server anew: what it knew is gone.
	 * @param node which one, from 0 on
	 */
	public void restart(int node) {
		this.nodes.get(node).restart();
	}

	@Override
	public void close() {
		this.nodes.forEach(TestRedis::close);
	}

}
