package io.github.lockstarter.simulation;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.stream.Collectors;

import io.github.lockstarter.proof.checker.Findings;
import io.github.lockstarter.simulation.beside.Beside;
import io.github.lockstarter.simulation.measure.Measure;
import io.github.lockstarter.simulation.scale.CrowdReport;
import io.github.lockstarter.simulation.world.SimulatedThread;

/**
 * Runs seeds, one after the other, and adds up what they have shown.
 */
public final class Simulation {

	// A seed takes seconds where eight busy loops run beside it.
	private static final long LONGEST_SEED_NANOS = TimeUnit.MINUTES.toNanos(2);

	private final List<Level> levels;

	private final boolean blocking;

	private final Consumer<String> reader;

	private long runs;

	private long calls;

	private long commands;

	private long faults;

	private long violations;

	private long hash;

	private String first = "";

	private final Set<String> broken = new TreeSet<>();

	private final Map<String, Long> cases = new TreeMap<>();

	private final Watchdog watchdog = new Watchdog(LONGEST_SEED_NANOS, this::bite);

	/**
	 * Begins.
	 * @param level how much is simulated
	 * @param reader gets each line of what is to be told
	 */
	public Simulation(Level level, Consumer<String> reader) {
		this(level, false, reader);
	}

	/**
	 * Begins.
	 * @param level how much is simulated
	 * @param blocking whether in each run half of the callers block; else it is so in one
	 * of some runs
	 * @param reader gets each line of what is to be told
	 */
	public Simulation(Level level, boolean blocking, Consumer<String> reader) {
		this(List.of(level), blocking, reader);
	}

	private Simulation(List<Level> levels, boolean blocking, Consumer<String> reader) {
		this.levels = levels;
		this.blocking = blocking;
		this.reader = reader;
	}

	/**
	 * Words: {@code seed=4711} (by chance), {@code seeds=60} (1, or as many as the others
	 * ask for; {@code fixed}: those of the gate, level by level), {@code calls=1000000},
	 * {@code cpu=60} and {@code minutes=10} (until there were so many, or for so long),
	 * {@code level=records} ({@code scripts}, {@code wire}, {@code jdbc}, {@code etcd}),
	 * {@code topology=one} ({@code quorum}, {@code sentinel}, {@code replicas} and
	 * {@code cluster}, which are over a wire, or {@code all} in turn),
	 * {@code callers=blocking} (half of them, in each run), {@code log=true},
	 * {@code bug=WORDS} (all of them; with {@code minutes=1} as many as that time allows,
	 * in the order of the seed), {@code first=true} (ends at the first violation),
	 * {@code scale=crowd} (see {@link CrowdReport}), {@code measure=contention} (see
	 * {@link Measure}), {@code beside=60} (see {@link Beside}). The JVM ends with 1 if
	 * there was a violation.
	 * @param args the words
	 * @throws Exception if a seeded bug cannot be made or run
	 */
	public static void main(String[] args) throws Exception {
		Map<String, String> words = Arrays.stream(args)
			.map((word) -> word.split("=", 2))
			.collect(Collectors.toMap((pair) -> pair[0], (pair) -> (pair.length > 1) ? pair[1] : "true"));
		if (words.containsKey("scale")) {
			System.exit(new CrowdReport(words, System.out::println).run() ? 0 : 1);
		}
		if (words.containsKey("measure")) {
			System.exit(new Measure(words, System.out::println).run() ? 0 : 1);
		}
		if (words.containsKey("beside")) {
			System.exit(new Beside(words, System.out::println).run() ? 0 : 1);
		}
		if (words.containsKey("bug")) {
			SeededBugs bugs = new SeededBugs(Double.parseDouble(words.getOrDefault("cpu", "60")), System.out::println);
			if (words.get("bug").equals("gate")) {
				System.exit(bugs.areSeenInTheGate() ? 0 : 1);
			}
			boolean seen = words.containsKey("minutes") ? bugs.areSeen(words.get("bug"), seed(words),
					Duration.ofMinutes(Long.parseLong(words.get("minutes")))) : bugs.areSeen(words.get("bug"));
			System.exit(seen ? 0 : 1);
		}
		if (words.getOrDefault("seeds", "").equals("fixed")) {
			System.exit(runFixedSeeds() ? 0 : 1);
		}
		long seed = seed(words);
		boolean endless = words.containsKey("calls") || words.containsKey("cpu") || words.containsKey("minutes");
		long seeds = Long.parseLong(words.getOrDefault("seeds", endless ? "1000000000" : "1"));
		long calls = Long.parseLong(words.getOrDefault("calls", "1000000000000"));
		double cpu = Double.parseDouble(words.getOrDefault("cpu", "1e9"));
		long end = System.nanoTime() + Long.parseLong(words.getOrDefault("minutes", "100000")) * 60_000_000_000L;
		Simulation simulation = new Simulation(levels(words), words.getOrDefault("callers", "").equals("blocking"),
				System.out::println);
		simulation.watchdog.start();
		for (long i = 0; i < seeds && simulation.calls < calls && cpuSeconds() < cpu && System.nanoTime() < end
				&& !(words.containsKey("first") && simulation.violations > 0); i++) {
			simulation.run(seed + i, words.containsKey("log"));
		}
		System.out.println(simulation);
		System.exit((simulation.violations > 0) ? 1 : 0);
	}

	/**
	 * Runs the seeds of the gate.
	 * @return whether all promises were kept
	 */
	private static boolean runFixedSeeds() {
		boolean kept = true;
		for (Map.Entry<Level, List<Long>> fixed : FixedSeeds.read().entrySet()) {
			Simulation simulation = new Simulation(fixed.getKey(), System.out::println);
			simulation.watchdog.start();
			fixed.getValue().forEach((seed) -> simulation.run(seed, false));
			System.out.println(fixed.getKey().name().toLowerCase(Locale.ROOT) + " " + simulation);
			kept &= simulation.violations == 0;
		}
		return kept;
	}

	private static long seed(Map<String, String> words) {
		return words.containsKey("seed") ? Long.parseLong(words.get("seed"))
				: ThreadLocalRandom.current().nextInt(1_000_000_000);
	}

	private static List<Level> levels(Map<String, String> words) {
		String topology = words.getOrDefault("topology", "one");
		if (topology.equals("all")) {
			return List.of(Level.values());
		}
		String level = words.getOrDefault("level", topology.equals("one") ? "records" : topology);
		return List.of(Level.valueOf(level.toUpperCase(Locale.ROOT)));
	}

	/**
	 * Runs one seed.
	 * @param seed the seed
	 * @param log whether its story is told
	 */
	public void run(long seed, boolean log) {
		Level level = this.levels.get((int) (this.runs % this.levels.size()));
		Run.Result result;
		this.watchdog.begins(seed, level, System.nanoTime());
		try {
			result = new Run(seed, level, this.blocking, log ? this.reader : null).run();
		}
		catch (RuntimeException ex) {
			// of a caller that was not served as it may expect, or of the world
			this.violations++;
			this.first = this.first.isEmpty() ? "World" : this.first;
			this.reader.accept("seed " + seed + ", World: " + ex + " at " + ex.getStackTrace()[0]);
			tellHowToRepeat(seed, level);
			return;
		}
		finally {
			this.watchdog.ended();
		}
		this.runs++;
		this.calls += result.calls();
		this.commands += result.commands();
		this.faults += result.faults();
		this.violations += result.violations();
		this.hash = this.hash * 31 + result.hash();
		for (Findings findings : result.findings()) {
			this.cases.merge(findings.check(), findings.cases(), Long::sum);
			if (findings.violationCount() > 0) {
				this.first = this.first.isEmpty() ? findings.check() : this.first;
				this.broken.add(findings.check());
				this.reader.accept("seed " + seed + ", " + findings.check() + ": " + findings.violations().get(0));
			}
		}
		if (result.violations() > 0) {
			tellHowToRepeat(seed, level);
		}
	}

	/**
	 * On another thread, while the seed goes on: nothing but the end of the JVM ends it.
	 */
	private void bite(Watchdog.Seed seed, String threads) {
		this.violations++;
		this.first = this.first.isEmpty() ? "Endless" : this.first;
		this.reader.accept("seed " + seed.number() + ", Endless: it does not end. Its threads: " + threads);
		tellHowToRepeat(seed.number(), seed.level());
		this.reader.accept(toString());
		Runtime.getRuntime().halt(1);
	}

	private void tellHowToRepeat(long seed, Level level) {
		this.reader.accept("again: verification/lock-simulation/run seed=" + seed + " level="
				+ level.name().toLowerCase(Locale.ROOT) + (this.blocking ? " callers=blocking" : "") + " log=true");
	}

	/**
	 * How often a promise was broken.
	 * @return the number
	 */
	public long violations() {
		return this.violations;
	}

	/**
	 * How often each check had something to judge: one that had nothing says nothing.
	 * @return the number for each check
	 */
	public Map<String, Long> cases() {
		return this.cases;
	}

	/**
	 * How often somebody asked for a lock.
	 * @return the number
	 */
	public long calls() {
		return this.calls;
	}

	/**
	 * The stories of all runs as one number: the same for the same seeds.
	 * @return the number
	 */
	public long hash() {
		return this.hash;
	}

	private static double cpuSeconds() {
		return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9 + SimulatedThread.cpuNanos() / 1e9;
	}

	@Override
	public String toString() {
		return String.format(Locale.ROOT,
				"calls=%d commands=%d faults=%d violations=%d cpu=%.1fs hash=%016x runs=%d broken=%s first=%s",
				this.calls, this.commands, this.faults, this.violations, cpuSeconds(), this.hash, this.runs,
				String.join("+", this.broken), this.first.isEmpty() ? "-" : this.first);
	}

}
