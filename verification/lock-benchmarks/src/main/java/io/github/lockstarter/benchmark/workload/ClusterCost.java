package io.github.lockstarter.benchmark.workload;

import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.RedisGroup;

/**
 * A Redis Cluster beside one Redis. What the servers of a cluster tell each other is in
 * their CPU time.
 */
final class ClusterCost implements Workload {

	private static final String ONE = "starter";

	private static final String CLUSTER = "starter-cluster";

	private static final int MASTERS = 3;

	@Override
	public String name() {
		return "cluster";
	}

	@Override
	public String title() {
		return "a Redis Cluster of three masters beside one Redis";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (RedisGroup single = RedisGroup.independent(1); RedisGroup cluster = RedisGroup.cluster(MASTERS)) {
			pairs(run, single, cluster);
			handOver(run, single, cluster);
		}
	}

	private static void pairs(Run run, RedisGroup single, RedisGroup cluster) throws Exception {
		try (Contest contest = new Contest()) {
			contest.add(ONE, ONE, single.endpoint());
			contest.add(CLUSTER, CLUSTER, cluster.endpoint());
			contest.rounds(run, "pairs", (name, contender, warmUp) -> {
				RedisGroup servers = name.equals(ONE) ? single : cluster;
				double before = servers.cpuMicros();
				LoadResult result = new Load(contender, Thread::new).run(1, (thread) -> () -> "key",
						run.choose(1.5, 0.5));
				double cpu = servers.cpuMicros() - before;
				if (!warmUp) {
					run.add("pair", name, Metric.THROUGHPUT, result.pairsPerSecond());
					run.add("pair", name, Metric.MEDIAN, result.medianMicros());
					run.add("pair", name, Metric.P99, result.p99Micros());
					run.add("pair", name, Metric.REDIS_CPU_PER_PAIR, cpu / result.counts().get(0));
				}
			});
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

}
