package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.MeasuredConsul;
import io.github.lockstarter.benchmark.server.MeasuredEtcd;
import io.github.lockstarter.benchmark.server.MeasuredServer;
import io.github.lockstarter.benchmark.server.MeasuredZooKeeper;

/**
 * Where locks live as long as a session, in ZooKeeper, etcd or Consul: a pair of acquire
 * and release, sixteen threads on their own keys, a lock that goes from one JVM to
 * another, and four JVMs on one key.
 */
final class SessionCost implements Workload {

	private static final int THREADS = 16;

	private static final int JVMS = 4;

	private static final int THREADS_OF_A_JVM = 4;

	private static final String PAIR = "pair";

	private static final String OWN_KEYS = THREADS + " threads on their own keys";

	private static final String HAND_OVER = "hand-over";

	private static final String ONE_KEY = JVMS + " JVMs of " + THREADS_OF_A_JVM + " threads on one key";

	private final String name;

	private final String store;

	private final List<String> contenders;

	private final Supplier<? extends MeasuredServer> servers;

	private final Supplier<Optional<String>> missing;

	private SessionCost(String name, String store, List<String> contenders, Supplier<? extends MeasuredServer> servers,
			Supplier<Optional<String>> missing) {
		this.name = name;
		this.store = store;
		this.contenders = contenders;
		this.servers = servers;
		this.missing = missing;
	}

	static Workload inZooKeeper() {
		return new SessionCost("zookeeper", "ZooKeeper", List.of("curator", "starter-zookeeper"),
				MeasuredZooKeeper::start, Optional::empty);
	}

	static Workload inEtcd() {
		return new SessionCost("etcd", "etcd", List.of("etcd-service", "starter-etcd"), MeasuredEtcd::start,
				MeasuredEtcd::missing);
	}

	static Workload inConsul() {
		return new SessionCost("consul", "Consul", List.of("consul-key", "consul-lock", "starter-consul"),
				MeasuredConsul::start, MeasuredConsul::missing);
	}

	@Override
	public String name() {
		return this.name;
	}

	@Override
	public String title() {
		return "in " + this.store
				+ ": one thread, 16 threads on their own keys, from JVM to JVM, and 4 JVMs on one key";
	}

	@Override
	public Optional<String> missing() {
		return this.missing.get();
	}

	@Override
	public void measure(Run run) throws Exception {
		try (MeasuredServer server = this.servers.get()) {
			try (Contest contest = new Contest(server.endpoint(), this.contenders)) {
				contest.rounds(run, "pairs", (name, contender, warmUp) -> {
					double seconds = run.choose(warmUp ? 3.0 : 1.5, 0.5);
					LoadResult pairs = new Load(contender, Thread::new).run(1, (thread) -> () -> "uncontended",
							seconds);
					LoadResult threads = new Load(contender, Thread::new).run(THREADS,
							(thread) -> () -> "key:" + thread, seconds);
					if (!warmUp) {
						add(run, PAIR, name, pairs);
						add(run, OWN_KEYS, name, threads);
					}
				});
			}
			List<WorkerJvm> workers = new ArrayList<>();
			try {
				for (int i = 0; i < JVMS; i++) {
					workers.add(WorkerJvm.start(server.endpoint()));
				}
				turns(run, workers);
			}
			finally {
				workers.forEach(WorkerJvm::close);
			}
		}
	}

	private static void add(Run run, String setting, String name, LoadResult result) {
		run.add(setting, name, Metric.THROUGHPUT, result.pairsPerSecond());
		run.add(setting, name, Metric.MEDIAN, result.medianMicros());
		run.add(setting, name, Metric.P99, result.p99Micros());
	}

	private void turns(Run run, List<WorkerJvm> workers) throws Exception {
		for (String name : this.contenders) {
			run.progress("warming up " + name);
			WorkerJvm.load(workers, "load", name, "own", THREADS_OF_A_JVM, run.choose(2.0, 0.5));
			Turns.warmUp(workers.get(0), workers.get(1), name, run.choose(10.0, 0.5));
		}
		for (int round = 1; round <= run.rounds(); round++) {
			run.progress("round " + round + " of " + run.rounds());
			for (String name : this.contenders) {
				Turns.take(workers.get(0), workers.get(1), name, run.choose(2.0, 1.0)).addTo(run, HAND_OVER, name);
			}
			for (String name : this.contenders) {
				LoadResult result = WorkerJvm.load(workers, "load", name, "one", THREADS_OF_A_JVM,
						run.choose(2.0, 1.0));
				run.add(ONE_KEY, name, Metric.THROUGHPUT, result.pairsPerSecond());
				run.add(ONE_KEY, name, Metric.FAIRNESS, result.fairness());
				run.add(ONE_KEY, name, Metric.LONGEST, result.longestMicros() / 1e3);
			}
		}
	}

}
