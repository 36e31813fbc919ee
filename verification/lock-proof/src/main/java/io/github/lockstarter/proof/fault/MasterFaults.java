package io.github.lockstarter.proof.fault;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import io.github.lockstarter.proof.fault.FaultLog.Span;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultWindow.Master;
import io.github.lockstarter.test.TestRedis;

/**
 * Faults of several masters that know nothing of each other.
 */
public final class MasterFaults implements Faults {

	private final List<TestRedis> masters;

	private final Map<String, Long> delays;

	private final FaultLog log;

	private final Random random;

	private final List<FaultKind> choices;

	/**
	 * Creates the faults.
	 * @param masters the servers
	 * @param delays for how many milliseconds a server that was started does not count,
	 * by the places of the clients
	 * @param log where they are written down
	 * @param seed decides about them
	 * @param kinds which may be chosen
	 */
	public MasterFaults(List<TestRedis> masters, Map<String, Long> delays, FaultLog log, long seed,
			Set<FaultKind> kinds) {
		this.masters = masters;
		this.delays = delays;
		this.log = log;
		this.random = new Random(seed);
		this.choices = Stream
			.concat(FaultKind.choices(kinds, FaultKind.Target.MASTER).stream(),
					kinds.stream().filter((kind) -> kind == FaultKind.SCRIPT_FLUSH))
			.toList();
		for (int i = 0; i < masters.size(); i++) {
			doesNotCount(i, System.nanoTime());
		}
	}

	@Override
	public boolean isEmpty() {
		return this.choices.isEmpty();
	}

	@Override
	public long restMillis() {
		return 200 + this.random.nextInt(1_500);
	}

	@Override
	public void inject() throws InterruptedException {
		FaultKind kind = this.choices.get(this.random.nextInt(this.choices.size()));
		int which = this.random.nextInt(this.masters.size());
		TestRedis master = this.masters.get(which);
		long begin = System.nanoTime();
		switch (kind) {
			case SCRIPT_FLUSH -> {
				master.cli("SCRIPT", "FLUSH");
				this.log.over(kind, null, begin, true);
			}
			case MASTER_PAUSED -> {
				boolean seen = pause(List.of(master));
				this.log.over(kind, this.delays.keySet(), new Master(which, this.masters.size()), Span.since(begin),
						seen);
			}
			case MAJORITY_PAUSED -> {
				boolean seen = pause(this.masters.subList(0, this.masters.size() / 2 + 1));
				this.log.over(kind, null, begin, seen);
			}
			case MASTER_RESTARTED -> {
				boolean seen = restart(which);
				// what a majority has forgotten, at times
				if (this.random.nextInt(3) == 0) {
					restart((which + 1) % this.masters.size());
				}
				this.log.over(kind, List.of(), null, Span.since(begin), seen);
			}
			default -> throw new IllegalArgumentException(kind + " is no fault of several masters");
		}
	}

	private boolean pause(List<TestRedis> some) throws InterruptedException {
		some.forEach(TestRedis::pause);
		try {
			Thread.sleep(100 + this.random.nextInt(2_000));
			return some.stream().noneMatch((one) -> one.answersWithin(20));
		}
		finally {
			some.forEach(TestRedis::resume);
		}
	}

	private boolean restart(int which) {
		TestRedis master = this.masters.get(which);
		long begin = System.nanoTime();
		Object before = master.info("server").get("run_id");
		master.restart();
		doesNotCount(which, begin);
		return !master.info("server").get("run_id").equals(before);
	}

	/**
	 * What was started does not count, for as long as each client has been told.
	 */
	private void doesNotCount(int which, long begin) {
		long now = System.nanoTime();
		this.delays.forEach((place, millis) -> this.log.excused(FaultKind.MASTER_RESTARTED,
				place + "@" + new Master(which, this.masters.size()),
				new Span(begin, now + TimeUnit.MILLISECONDS.toNanos(millis))));
	}

}
