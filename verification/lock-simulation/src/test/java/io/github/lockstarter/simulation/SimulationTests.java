package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.lockstarter.simulation.world.SimulatedThread;
import io.github.lockstarter.test.TestSeed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests for {@link Simulation}.
 */
class SimulationTests {

	// There is one server without replicas.
	private static final Set<String> WITHOUT_CASES = Set.of("Confirmed", "Minority");

	// Records have no keys to look into.
	private static final Set<String> SEEN_IN_KEYS = Set.of("Cutoff", "Orphan", "Queue");

	// Who owns a lock that may move nobody can see from outside; waits are shorter than
	// what a crash may leave behind; and in a few seeds nobody is interrupted, or waits
	// for several locks for seconds.
	private static final Set<String> WITHOUT_CASES_WHERE_LOCKS_MOVE = Set.of("Cutoff", "Queue", "Orphan", "Subscribed",
			"Progress", "Interrupt", "Together");

	// Within so many a caller that blocks is refused because it was interrupted.
	private static final int MOST_SEEDS = 50;

	private final List<String> told = new ArrayList<>();

	@Test
	void sameSeedIsTheSameStory() {
		assertThat(stories(1, 5, Level.RECORDS).hash()).isEqualTo(stories(1, 5, Level.RECORDS).hash())
			.isNotEqualTo(stories(100, 5, Level.RECORDS).hash());
	}

	@Test
	void recordsAndScriptsTellTheSameStory() {
		assertThat(stories(1, 5, Level.SCRIPTS).hash()).isEqualTo(stories(1, 5, Level.RECORDS).hash());
		assertThat(toldOfCallersThatBlock(Level.SCRIPTS).equals(toldOfCallersThatBlock(Level.RECORDS)))
			.as("callers that block as well")
			.isTrue();
	}

	@ParameterizedTest
	@EnumSource(names = { "RECORDS", "WIRE" })
	void callersThatBlockTellTheSameStory(Level level) {
		assertSameStoryOfCallersThatBlock(level);
	}

	// half a minute of a processor
	@ParameterizedTest
	@EnumSource(names = { "QUORUM", "JDBC", "ETCD" })
	@Tag("slow")
	void callersThatBlockTellTheSameStoryOnOtherServers(Level level) {
		assertSameStoryOfCallersThatBlock(level);
	}

	private void assertSameStoryOfCallersThatBlock(Level level) {
		List<String> first = toldOfCallersThatBlock(level);
		assertThat(isAnyInterrupted(first)).isTrue();
		assertThat(toldOfCallersThatBlock(level).equals(first)).as("both are the same").isTrue();
	}

	/**
	 * Those that their machine has left in the middle as well.
	 */
	@Test
	void noThreadIsLeft() {
		long before = SimulatedThread.cpuNanos();
		stories(1, 10, Level.RECORDS);
		assertThat(SimulatedThread.cpuNanos()).as("some have run").isGreaterThan(before);
		assertThat(Thread.getAllStackTraces().keySet()).noneMatch((one) -> one.getName().startsWith("simulated-"));
	}

	// the gate has more seeds, on each level
	@ParameterizedTest
	@EnumSource(names = { "WIRE", "JDBC" })
	void seedsOverAWireKeepAllPromises(Level level) {
		Simulation simulation = stories(TestSeed.of(1), 1, level);
		assertThat(simulation.violations()).as("%s%n%s", simulation, String.join("\n", this.told)).isZero();
		assertThat(simulation.calls()).as("calls").isGreaterThan(10);
	}

	@ParameterizedTest
	@EnumSource(names = { "WIRE", "QUORUM", "SENTINEL", "REPLICAS", "CLUSTER", "JDBC", "ETCD" })
	@Tag("slow")
	void sameSeedIsTheSameStoryOnEachLevel(Level level) {
		assertThat(stories(1, 1, level).hash()).isEqualTo(stories(1, 1, level).hash());
	}

	/**
	 * Where nothing happens, nothing is broken.
	 */
	// about the checks, not the product
	@Test
	@Tag("slow")
	void everyCheckHasSomethingToJudge() {
		Set<String> without = new HashSet<>(SEEN_IN_KEYS);
		without.addAll(WITHOUT_CASES);
		everyCheckHasSomethingToJudge(Level.RECORDS, without);
	}

	// a minute of a processor
	@ParameterizedTest
	@EnumSource(names = { "WIRE", "JDBC" })
	@Tag("slow")
	void everyCheckHasSomethingToJudgeOverAWire(Level level) {
		everyCheckHasSomethingToJudge(level, WITHOUT_CASES);
	}

	private void everyCheckHasSomethingToJudge(Level level, Set<String> without) {
		assertThat(casesOfSeeds(MOST_SEEDS, level, without)).hasSizeGreaterThan(20)
			.allSatisfy((check, cases) -> assertThat(cases > 0).as(check).isEqualTo(!without.contains(check)));
	}

	// half a minute of a processor
	@ParameterizedTest
	@EnumSource(names = { "SENTINEL", "REPLICAS", "CLUSTER", "ETCD" })
	@Tag("slow")
	void checksHaveSomethingToJudgeWhereLocksMove(Level level) {
		Set<String> without = new HashSet<>(WITHOUT_CASES_WHERE_LOCKS_MOVE);
		without.addAll(WITHOUT_CASES);
		if (level == Level.REPLICAS) {
			without.remove("Confirmed");
		}
		if (level == Level.ETCD) {
			without.add("Share");
		}
		Map<String, Long> cases = casesOfSeeds(15, level, without);
		assertThat(cases.keySet().stream().filter((check) -> cases.get(check) == 0)).isSubsetOf(without);
	}

	/**
	 * What the checks had to judge in the first seeds, until all had something.
	 */
	private Map<String, Long> casesOfSeeds(int most, Level level, Set<String> without) {
		Simulation simulation = new Simulation(level, this.told::add);
		Map<String, Long> cases = Map.of();
		for (long seed = 1; seed <= most && !isSomethingFor(cases, without); seed++) {
			simulation.run(seed, false);
			cases = simulation.cases();
		}
		return cases;
	}

	private static boolean isSomethingFor(Map<String, Long> cases, Set<String> without) {
		return !cases.isEmpty()
				&& cases.keySet().stream().allMatch((check) -> cases.get(check) > 0 || without.contains(check));
	}

	private List<String> toldOfCallersThatBlock(Level level) {
		List<String> told = new ArrayList<>();
		Simulation simulation = new Simulation(level, true, told::add);
		for (long seed = 1; seed < MOST_SEEDS && !isAnyInterrupted(told); seed++) {
			told.clear();
			simulation.run(seed, true);
		}
		return told;
	}

	private static boolean isAnyInterrupted(List<String> told) {
		return told.stream().anyMatch((line) -> line.endsWith(" INTERRUPTED"));
	}

	private Simulation stories(long seed, int count, Level level) {
		Simulation simulation = new Simulation(level, this.told::add);
		for (int i = 0; i < count; i++) {
			simulation.run(seed + i, false);
		}
		return simulation;
	}

}
