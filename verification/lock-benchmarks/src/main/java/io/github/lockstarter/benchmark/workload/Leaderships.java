package io.github.lockstarter.benchmark.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.benchmark.server.MeasuredPostgres;
import io.github.lockstarter.benchmark.server.MeasuredZooKeeper;

/**
 * Three JVMs elect a leader, which is killed, frozen, stopped and cut off: how long until
 * it stops its work, how long until another one leads, and whether two ever do. Spring
 * Integration's initiator does the same on its own registries.
 */
final class Leaderships implements Workload {

	private static final Duration LEASE = Duration.ofSeconds(10);

	@Override
	public String name() {
		return "leadership";
	}

	@Override
	public String title() {
		return "three JVMs elect a leader, with a lease of 10 s";
	}

	/**
	 * All at once, fault by fault: most of the time they wait. Only where milliseconds
	 * count they take turns.
	 */
	@Override
	public void measure(Run run) throws Exception {
		int rounds = run.choose(3, 1);
		try (MeasuredPostgres postgres = MeasuredPostgres.start();
				MeasuredZooKeeper zookeeper = MeasuredZooKeeper.start()) {
			List<Electorate> all = new ArrayList<>();
			try {
				add(all, "starter", run.endpoint());
				add(all, "starter-postgres", postgres.endpoint());
				add(all, "starter-zookeeper", zookeeper.endpoint());
				add(all, "initiator", run.endpoint());
				add(all, "initiator-postgres", postgres.endpoint());
				for (int round = 0; round < rounds; round++) {
					Duration more = LEASE.multipliedBy(round).dividedBy(3L * rounds); // of
																						// one
																						// renewal
					for (Electorate.Fault fault : Electorate.Fault.values()) {
						run.progress(fault.text() + ", round " + (round + 1) + " of " + rounds);
						together(all, (one) -> {
							one.settle(more);
							return one;
						});
						List<Electorate.Outcome> outcomes = fault.takesMillis() ? inTurn(all, fault)
								: together(all, (one) -> one.suffer(fault));
						for (int i = 0; i < all.size(); i++) {
							outcomes.get(i).addTo(run, fault, all.get(i).contender());
						}
					}
				}
			}
			finally {
				all.forEach(Electorate::close);
			}
		}
	}

	// One after the other: fifteen JVMs that start at once start slowly.
	private static void add(List<Electorate> all, String contender, Endpoint endpoint) throws InterruptedException {
		Electorate electorate = new Electorate(contender, endpoint.lease(LEASE));
		all.add(electorate);
		electorate.settle(Duration.ZERO);
	}

	private static List<Electorate.Outcome> inTurn(List<Electorate> all, Electorate.Fault fault)
			throws InterruptedException {
		List<Electorate.Outcome> outcomes = new ArrayList<>();
		for (Electorate one : all) {
			outcomes.add(one.suffer(fault));
			one.settle(Duration.ZERO); // the JVM that takes the place of the leader has
										// started
		}
		return outcomes;
	}

	private static <T> List<T> together(List<Electorate> all, Step<T> step) {
		List<CompletableFuture<T>> running = all.stream().map((one) -> CompletableFuture.supplyAsync(() -> {
			try {
				return step.take(one);
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}, (task) -> new Thread(task).start())).toList();
		return running.stream().map(CompletableFuture::join).toList();
	}

	@FunctionalInterface
	private interface Step<T> {

		T take(Electorate electorate) throws InterruptedException;

	}

}
