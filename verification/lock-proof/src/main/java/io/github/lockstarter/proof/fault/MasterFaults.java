package io.github.lockstarter.proof.fault;

import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Lock;
import java.util.stream.Stream;

import io.github.lockstarter.proof.fault.FaultLog.Span;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.FaultWindow.Master;
import io.github.lockstarter.proof.history.Target;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.TestRedis;

/**
 * Faults of several masters that know nothing of each other.
 */
public final class MasterFaults implements Faults {

	// So that locks are granted at times.
	private static final long SETTLED_NANOS = TimeUnit.MILLISECONDS.toNanos(1_500);

	private final List<TestRedis> masters;

	private final Ways ways;

	private final Map<String, Long> delays;

	private final FaultLog log;

	private final Random random;

	private final List<FaultKind> choices;

	private long lastStart;

	/**
	 * Creates the faults.
	 * @param masters the servers
	 * @param ways how clients get to the servers
	 * @param delays for how many milliseconds a server that was started does not count,
	 * by the places of the clients
	 * @param log where they are written down
	 * @param seed decides about them
	 * @param kinds which may be chosen
	 */
	public MasterFaults(List<TestRedis> masters, Ways ways, Map<String, Long> delays, FaultLog log, long seed,
			Set<FaultKind> kinds) {
		this.masters = masters;
		this.ways = ways;
		this.delays = delays;
		this.log = log;
		this.random = new Random(seed);
		this.choices = Stream
			.concat(FaultKind.choices(kinds, Target.MASTER).stream(),
					kinds.stream().filter((kind) -> kind == FaultKind.SCRIPT_FLUSH))
			.toList();
		for (int i = 0; i < masters.size(); i++) {
			long uptime = Long.parseLong(masters.get(i).info("server").get("uptime_in_seconds"));
			doesNotCount(i, System.nanoTime() - TimeUnit.SECONDS.toNanos(uptime));
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
				boolean seen = pause(this.masters.subList(0, majority()));
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
			case MAJORITY_RESTARTED -> {
				if (begin - this.lastStart > longestDelayNanos() + SETTLED_NANOS) {
					restartMost(which, begin);
				}
			}
			case MASTER_TWICE -> {
				this.ways.starts().lock();
				try {
					boolean seen = nameTwice(which);
					this.log.over(kind, null, begin, seen);
				}
				finally {
					this.ways.starts().unlock();
				}
			}
			default -> throw new IllegalArgumentException(kind + " is no fault of several masters");
		}
	}

	private int majority() {
		return this.masters.size() / 2 + 1;
	}

	private boolean pause(List<TestRedis> some) throws InterruptedException {
		some.forEach(TestRedis::pause);
		try {
			long begin = System.nanoTime();
			boolean seen = some.stream().noneMatch((one) -> one.answersWithin(20));
			Thread.sleep(100 + this.random.nextInt(2_000));
			if (seen && some.size() >= majority()) {
				this.log.excused(FaultKind.MINORITY, "*", Span.since(begin + TimeUnit.MILLISECONDS.toNanos(20)));
			}
			return seen;
		}
		finally {
			some.forEach(TestRedis::resume);
		}
	}

	/**
	 * The ways to the next server lead to this one, and nobody reaches the others.
	 */
	private boolean nameTwice(int which) throws InterruptedException {
		TestRedis twice = this.masters.get(which);
		int lent = (which + 1) % this.masters.size();
		TestRedis other = this.masters.get(lent);
		List<TestRedis> rest = this.masters.stream().filter((one) -> one != twice && one != other).toList();
		int before = connections(twice);
		rest.forEach(TestRedis::pause);
		try {
			this.ways.lead(lent, twice);
			boolean away = rest.stream().noneMatch((one) -> one.answersWithin(20));
			long begin = System.nanoTime();
			Thread.sleep(1_000 + this.random.nextInt(1_500));
			if (away) {
				this.log.excused(FaultKind.MINORITY, "*", Span.since(begin));
			}
			return away && connections(twice) > before;
		}
		finally {
			this.ways.lead(lent, other);
			rest.forEach(TestRedis::resume);
		}
	}

	private static int connections(TestRedis server) {
		return Integer.parseInt(server.info("clients").get("connected_clients"));
	}

	private long longestDelayNanos() {
		return TimeUnit.MILLISECONDS.toNanos(this.delays.values().stream().mapToLong(Long::longValue).max().orElse(0));
	}

	/**
	 * What a majority has forgotten, so that nothing else tells who has a lock.
	 */
	private void restartMost(int first, long begin) {
		boolean seen = true;
		for (int i = 0; i < majority(); i++) {
			seen &= restart((first + i) % this.masters.size());
		}
		this.log.over(FaultKind.MAJORITY_RESTARTED, List.of("*"), null,
				new Span(begin, System.nanoTime() + longestDelayNanos()), seen);
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
		this.lastStart = Math.max(this.lastStart, begin);
		this.delays.forEach((place, millis) -> this.log.excused(FaultKind.MASTER_RESTARTED,
				place + "@" + new Master(which, this.masters.size()),
				new Span(begin, now + TimeUnit.MILLISECONDS.toNanos(millis))));
	}

	/**
	 * How clients get to the servers.
	 *
	 * @param all of each client, its way to each of the servers
	 * @param starts keeps clients from starting
	 */
	public record Ways(List<List<FaultProxy>> all, Lock starts) {

		private void lead(int way, TestRedis server) {
			this.all.forEach((ways) -> ways.get(way).lead(server.host(), server.port()));
		}

	}

}
