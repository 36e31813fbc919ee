package io.github.lockstarter.benchmark.workload;

import java.util.ArrayList;
import java.util.List;

import io.github.lockstarter.benchmark.contender.Contender;
import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.benchmark.jvm.Load;
import io.github.lockstarter.benchmark.jvm.LoadResult;
import io.github.lockstarter.benchmark.jvm.WorkerJvm;
import io.github.lockstarter.benchmark.report.Metric;
import io.github.lockstarter.benchmark.server.QuorumRounds;
import io.github.lockstarter.benchmark.server.RedisGroup;

/**
 * A quorum of three masters beside one Redis, and beside what Redisson does with three.
 */
final class QuorumCost implements Workload {

	private static final int MASTERS = 3;

	private static final int CONTENDERS = 4;

	private static final int COUNTED_PAIRS = 2_000;

	private static final String PAIR = "pair";

	private static final String HAND_OVER = "hand-over";

	private static final String CONTENDED = "4 JVMs on one key";

	private static final int THREADS = 4;

	private static final String CROWDED = "4 JVMs of " + THREADS + " threads on one key";

	private static final String ONE_DOWN = " (one down)";

	private static final List<String> ON_ONE = List.of("starter", "redisson");

	private static final List<String> ON_ALL = List.of("starter-quorum", "redisson-red", "redisson-multi");

	@Override
	public String name() {
		return "quorum";
	}

	@Override
	public String title() {
		return "a quorum of three masters beside one Redis, and beside Redisson's locks on three";
	}

	@Override
	public void measure(Run run) throws Exception {
		try (RedisGroup masters = RedisGroup.independent(MASTERS);
				RedisGroup wounded = RedisGroup.independent(MASTERS)) {
			pairs(run, masters, wounded);
			contended(run, masters.endpoint());
		}
	}

	private static void pairs(Run run, RedisGroup masters, RedisGroup wounded) throws Exception {
		try (Contest contest = new Contest(); Contest onWounded = new Contest()) {
			contest.add(ON_ONE.get(0), ON_ONE.get(0), run.endpoint());
			ON_ALL.forEach((name) -> contest.add(name, name, masters.endpoint()));
			contest.add(ON_ONE.get(1), ON_ONE.get(1), run.endpoint());
			// a multi lock needs all of its parts
			ON_ALL.subList(0, 2).forEach((name) -> onWounded.add(name + ONE_DOWN, name, wounded.endpoint()));
			contest.once((name, contender) -> pairs(contender, 1.0));
			onWounded.once((name, contender) -> pairs(contender, 1.0));
			wounded.kill(MASTERS - 1);
			for (int round = 1; round <= run.rounds(); round++) {
				run.progress("pairs, round " + round + " of " + run.rounds());
				Contest.Action pairs = (name, contender) -> add(run, name, pairs(contender, run.choose(1.0, 0.5)));
				contest.once(pairs);
				int last = run.choose(2, 1);
				int now = round;
				onWounded.once((name, contender) -> {
					// a pair of this one takes ten seconds
					if (!name.startsWith(ON_ALL.get(1)) || now <= last) {
						pairs.on(name, contender);
					}
				});
			}
			contest.once((name, contender) -> {
				if (ON_ALL.contains(name)) {
					run.add(PAIR, name, Metric.REQUESTS_PER_PAIR,
							masters.requestsOf(() -> count(contender)) / (double) COUNTED_PAIRS);
				}
			});
		}
	}

	private static LoadResult pairs(Contender contender, double seconds) throws InterruptedException {
		return new Load(contender, Thread::new).run(1, (thread) -> () -> "uncontended", seconds);
	}

	private static void add(Run run, String name, LoadResult result) {
		run.add(PAIR, name, Metric.THROUGHPUT, result.pairsPerSecond());
		run.add(PAIR, name, Metric.MEDIAN, result.medianMicros());
		run.add(PAIR, name, Metric.P99, result.p99Micros());
	}

	private static void count(Contender contender) {
		for (int i = 0; i < COUNTED_PAIRS; i++) {
			contender.locked("uncontended", () -> {
			});
		}
	}

	private static void contended(Run run, Endpoint masters) throws Exception {
		// whoever uses one Redis only has the first of the masters
		List<WorkerJvm> workers = new ArrayList<>();
		try {
			for (int i = 0; i < CONTENDERS; i++) {
				workers.add(WorkerJvm.start(masters));
			}
			List<String> names = new ArrayList<>(List.of(ON_ONE.get(0)));
			names.addAll(ON_ALL);
			names.add(ON_ONE.get(1));
			OneKey alone = new OneKey(workers, "contended", 1);
			OneKey crowded = new OneKey(workers, "crowded", THREADS);
			alone.warmUp(run, names, run.choose(12.0, 1.5));
			crowded.warmUp(run, names, run.choose(6.0, 1.5));
			for (int round = 0; round <= run.rounds(); round++) {
				run.progress("hand-over and contention, round " + round + " of " + run.rounds());
				for (String name : names) {
					Turns turns = Turns.take(workers.get(0), workers.get(1), name, run.choose(1.5, 0.5));
					if (round > 0) {
						turns.addTo(run, HAND_OVER, name);
						alone.addTo(run, CONTENDED, name, run.choose(1.5, 0.5));
						crowded.addTo(run, CROWDED, name, run.choose(1.5, 0.5));
					}
				}
			}
			rounds(run, alone, masters);
		}
		finally {
			workers.forEach(WorkerJvm::close);
		}
	}

	private static void rounds(Run run, OneKey alone, Endpoint masters) {
		String name = ON_ALL.get(0);
		try (QuorumRounds rounds = new QuorumRounds(masters)) {
			LoadResult load = alone.load(name, run.choose(8.0, 2.0)).result();
			rounds.stop();
			double entries = load.counts().stream().mapToDouble(Double::doubleValue).sum();
			run.add(CONTENDED, name, Metric.SECOND_ROUNDS, 100 * rounds.raised() / entries);
			run.add(CONTENDED, name, Metric.STEPPED_BACK, 100 * rounds.steppedBack() / entries);
		}
	}

}
