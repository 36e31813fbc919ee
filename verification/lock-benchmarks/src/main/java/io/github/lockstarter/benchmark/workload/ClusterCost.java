package io.github.lockstarter.benchmark.workload;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.benchmark.contender.Contender;
import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.RedisGroup;

/**
 * A Redis Cluster beside one Redis, and what more masters cost. What the servers of a
 * cluster tell each other is in their CPU time.
 */
final class ClusterCost implements Workload {

	private static final String ONE = "starter";

	private static final String CLUSTER = "starter-cluster";

	private static final int MASTERS = 3;

	private static final int THREADS = 16;

	@Override
	public String name() {
		return "cluster";
	}

	@Override
	public String title() {
		return "a Redis Cluster beside one Redis, and with 1 to 6 masters";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (RedisGroup single = RedisGroup.independent(1); RedisGroup cluster = RedisGroup.cluster(MASTERS)) {
			pairs(run, single, cluster);
			handOver(run, single, cluster);
		}
		masters(run);
	}

	private static void pairs(Run run, RedisGroup single, RedisGroup cluster) throws Exception {
		try (Contest contest = new Contest()) {
			contest.add(ONE, ONE, single.endpoint());
			contest.add(CLUSTER, CLUSTER, cluster.endpoint());
			contest.rounds(run, "pairs", (name, contender, warmUp) -> {
				RedisGroup servers = name.equals(ONE) ? single : cluster;
				cost(run, warmUp ? null : "pair", name, contender, servers, 1);
				cost(run, warmUp ? null : THREADS + " threads on their own keys", name, contender, servers, THREADS);
			});
		}
	}

	private static void cost(Run run, @Nullable String setting, String name, Contender contender, RedisGroup servers,
			int threads) throws InterruptedException {
		double before = servers.cpuMicros();
		LoadResult result = new Load(contender, Thread::new).run(threads, (thread) -> () -> "key:" + thread,
				run.choose(1.5, 0.5));
		double cpu = servers.cpuMicros() - before;
		if (setting != null) {
			double pairs = result.counts().stream().mapToDouble(Double::doubleValue).sum();
			run.add(setting, name, Metric.THROUGHPUT, result.pairsPerSecond());
			run.add(setting, name, Metric.MEDIAN, result.medianMicros());
			run.add(setting, name, Metric.P99, result.p99Micros());
			run.add(setting, name, Metric.REDIS_CPU_PER_PAIR, cpu / pairs);
		}
	}

	private static void handOver(Run run, RedisGroup single, RedisGroup cluster) throws Exception {
		try (WorkerJvm one = WorkerJvm.start(single.endpoint());
				WorkerJvm other = WorkerJvm.start(single.endpoint());
				WorkerJvm oneOfCluster = WorkerJvm.start(cluster.endpoint());
				WorkerJvm otherOfCluster = WorkerJvm.start(cluster.endpoint())) {
			for (int round = 0; round <= run.rounds(); round++) {
				run.progress("hand-over, round " + round + " of " + run.rounds());
				Turns onOne = Turns.take(one, other, ONE, run.choose(2.0, 0.5));
				Turns onCluster = Turns.take(oneOfCluster, otherOfCluster, CLUSTER, run.choose(2.0, 0.5));
				if (round > 0) {
					onOne.addTo(run, "hand-over", ONE);
					onCluster.addTo(run, "hand-over", CLUSTER);
				}
			}
		}
	}

	/**
	 * The clusters are the rows: what grows is seen as a ratio to the smallest.
	 */
	private static void masters(Run run) throws Exception {
		List<Integer> counts = run.choose(List.of(1, 2, 3, 6), List.of(1, 6));
		List<RedisGroup> clusters = counts.stream().map(RedisGroup::cluster).toList();
		try (Contest contest = new Contest()) {
			for (int i = 0; i < counts.size(); i++) {
				contest.add(label(counts.get(i)), CLUSTER, clusters.get(i).endpoint());
			}
			contest.rounds(run, "1 to 6 masters", (name, contender, warmUp) -> {
				RedisGroup servers = clusters.get(counts.indexOf(Integer.parseInt(name.split(" ")[0])));
				cost(run, warmUp ? null : "masters: one thread", name, contender, servers, 1);
				cost(run, warmUp ? null : "masters: " + THREADS + " threads", name, contender, servers, THREADS);
			});
		}
		finally {
			clusters.forEach(RedisGroup::close);
		}
	}

	private static String label(int masters) {
		return masters + ((masters == 1) ? " master" : " masters");
	}

}
