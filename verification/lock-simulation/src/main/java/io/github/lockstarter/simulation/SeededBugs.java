package io.github.lockstarter.simulation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

import io.github.lockstarter.proof.mutation.MutationGate;
import io.github.lockstarter.proof.workload.Servers;

/**
 * Runs seeds on the seeded bugs, each in a JVM of its own, until a check sees it or its
 * processor time is over. The seeds are the same each time: what is seen once is seen
 * again.
 */
final class SeededBugs {

	/**
	 * Those that are not seen within a minute, as the page about the simulation says.
	 */
	private static final Set<String> RARE = Set.of("who leaves leaves a gap", "lost lock passed on",
			"lost answer taken for not sent", "lock kept until the next poll only",
			"renewal that counts an earlier round", "answers in the order of the nodes",
			"quorum that takes a short vote for a long lease", "a guess brings back a member",
			"keep-alive counts without a read", "keep-alive and read of two leaders count",
			"answer of a former session counts", "waiter is an owner without asking",
			"lost answer of etcd taken for not sent", "lost answer of a database taken for not sent",
			"quorum that counts a vote on its way back", "quorum whose restarts count at once",
			"quorum that counts an earlier round");

	/**
	 * Those that take half a minute of a processor and more. What is given so little time
	 * that it is a draw does not begin them.
	 */
	private static final Set<String> LONG = Set.of("heart beat of a client forgotten", "row changed after the cutoff",
			"table changed before the resend", "place left by the wall clock", "who leaves is counted on");

	private static final Duration SHORT_TIME = Duration.ofMinutes(5);

	private static final double SHORT = 0.1;

	// The level of those that a test class sees begins with that.
	private static final String UNIT = "unit ";

	private final Consumer<String> progress;

	private final double cpuSeconds;

	private final MutationGate gate = new MutationGate(Path.of("target", "proof"), (line) -> {
	});

	/**
	 * Creates the judge.
	 * @param cpuSeconds how much processor time each may take
	 * @param progress is told of each
	 */
	SeededBugs(double cpuSeconds, Consumer<String> progress) {
		this.cpuSeconds = cpuSeconds;
		this.progress = progress;
	}

	/**
	 * Whether all are seen that have some words in their names.
	 * @throws IllegalArgumentException if there is none
	 */
	boolean areSeen(String words) throws Exception {
		boolean all = true;
		for (Bug bug : bugs(words)) {
			all &= isSeen(bug);
		}
		return all;
	}

	private List<Bug> bugs(String words) {
		List<Bug> bugs = bugs().stream()
			.filter((bug) -> bug.name().contains(words))
			.collect(Collectors.toCollection(ArrayList::new));
		if (bugs.isEmpty()) {
			throw new IllegalArgumentException("There is no seeded bug with '" + words + "' in its name");
		}
		return bugs;
	}

	/**
	 * Whether the bugs of the gate are seen, each by the check that it is there for, on
	 * as many threads as there are processors.
	 * @throws IllegalStateException if one of them does not exist
	 */
	boolean areSeenInTheGate() throws Exception {
		List<Bug> bugs = bugs();
		List<Callable<Boolean>> judgements = new ArrayList<>();
		for (GateBugs.Entry entry : GateBugs.read()) {
			Bug bug = bugs.stream()
				.filter((one) -> one.name().equals(entry.bug()))
				.findFirst()
				.orElseThrow(() -> new IllegalStateException("There is no seeded bug '" + entry.bug() + "'"));
			judgements.add(() -> isSeen(bug, entry));
		}
		ExecutorService judges = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
		try {
			boolean all = true;
			for (Future<Boolean> verdict : judges.invokeAll(judgements)) {
				all &= verdict.get();
			}
			return all;
		}
		finally {
			judges.shutdownNow();
		}
	}

	private boolean isSeen(Bug bug, GateBugs.Entry entry) {
		try {
			Path front = bug.change().get();
			String level = entry.isUnit() ? bug.levels().of(front).get(0) : entry.level();
			String last = run(bug.name(), front, level, entry.seed(), this.cpuSeconds);
			boolean seen = last.matches(".* broken=(.*\\+)?" + entry.check() + "[+ ].*");
			this.progress.accept("%-11s %-42s %-8s %s %s".formatted(entry.check(), bug.name(), entry.level(),
					seen ? "seen" : "NOT SEEN", last));
			return seen;
		}
		catch (IOException | InterruptedException | IllegalStateException ex) {
			this.progress
				.accept("%-11s %-42s %-8s NOT MADE %s".formatted(entry.check(), bug.name(), entry.level(), ex));
			return false;
		}
	}

	/**
	 * Whether as many are seen as the time allows, in an order that the seed decides: so
	 * that each of them has its turn in some of many builds. It tells which had none, and
	 * which it leaves out: the rare ones, and in a short time those that take long.
	 * @param words in their names
	 * @param order the seed
	 * @param time after this long no other bug is begun
	 * @throws IllegalArgumentException if there is none with these words
	 */
	boolean areSeen(String words, long order, Duration time) throws Exception {
		List<Bug> bugs = bugs(words);
		boolean isShort = time.compareTo(SHORT_TIME) < 0;
		List<Bug> leftOut = bugs.stream()
			.filter((bug) -> RARE.contains(bug.name()) || isShort && LONG.contains(bug.name()))
			.toList();
		bugs.removeAll(leftOut);
		Collections.shuffle(bugs, new Random(order));
		long end = System.nanoTime() + time.toNanos();
		Queue<Bug> left = new ConcurrentLinkedQueue<>(bugs);
		ExecutorService judges = Executors.newFixedThreadPool(Runtime.getRuntime().availableProcessors());
		try {
			List<Future<Boolean>> verdicts = judges
				.invokeAll(Collections.nCopies(Runtime.getRuntime().availableProcessors(), () -> areSeen(left, end)));
			boolean all = true;
			for (Future<Boolean> verdict : verdicts) {
				all &= verdict.get();
			}
			this.progress.accept(
					"%d of %d seeded bugs, in the order of %d. No time for: %s. Left out, because too rare or too long: %s"
						.formatted(bugs.size() - left.size(), bugs.size(), order, names(left), names(leftOut)));
			return all;
		}
		finally {
			judges.shutdownNow();
		}
	}

	private static String names(Collection<Bug> bugs) {
		return bugs.isEmpty() ? "none" : bugs.stream().map(Bug::name).collect(Collectors.joining(", "));
	}

	private boolean areSeen(Queue<Bug> left, long end) throws Exception {
		boolean all = true;
		while (System.nanoTime() < end) {
			Bug bug = left.poll();
			if (bug == null) {
				break;
			}
			all &= isSeen(bug);
		}
		return all;
	}

	private List<Bug> bugs() {
		List<Bug> bugs = new ArrayList<>();
		for (Servers servers : List.of(Servers.ONE, Servers.QUORUM, Servers.SENTINEL, Servers.CONFIRMED,
				Servers.CLUSTER)) {
			for (String name : MutationGate.names(servers)) {
				bugs.add(new Bug(name, () -> this.gate.make(name), (front) -> levels(servers, front)));
			}
		}
		JdbcBugs.all()
			.forEach((name, change) -> bugs
				.add(new Bug(name, () -> this.gate.make(change), (front) -> List.of("jdbc"))));
		EtcdBugs.all()
			.forEach((name, change) -> bugs
				.add(new Bug(name, () -> this.gate.make(change), (front) -> List.of("etcd"))));
		EngineBugs.all()
			.forEach((name, change) -> bugs
				.add(new Bug(name, () -> this.gate.make(change), (front) -> List.of("records"))));
		UnitBugs.all()
			.forEach((name, bug) -> bugs
				.add(new Bug(name, () -> this.gate.make(bug.change()), (front) -> List.of(UNIT + bug.testClass()))));
		return bugs;
	}

	private boolean isSeen(Bug bug) throws IOException, InterruptedException {
		Path front = bug.change().get();
		// at each level for a short time first: most are seen in it, some at one level
		// only
		for (double cpuSeconds : List.of(this.cpuSeconds * SHORT, this.cpuSeconds)) {
			for (String level : bug.levels().of(front)) {
				if (isSeen(bug.name(), front, level, cpuSeconds)) {
					return true;
				}
			}
		}
		this.progress.accept("%-42s NOT SEEN".formatted(bug.name()));
		return false;
	}

	private boolean isSeen(String name, Path front, String level, double cpuSeconds)
			throws IOException, InterruptedException {
		String last = run(name, front, level, 1, cpuSeconds);
		boolean seen = !last.endsWith(" first=-");
		this.progress.accept("%-42s %-8s %s %s".formatted(name, level, seen ? "seen" : "not yet", last));
		return seen;
	}

	/**
	 * Runs seeds from this one on until a check sees something or the time is over.
	 * @return the last line, which ends with the first check that saw something
	 */
	private static String run(String name, Path front, String level, long seed, double cpuSeconds)
			throws IOException, InterruptedException {
		if (level.startsWith(UNIT)) {
			return runTests(name, front, level.substring(UNIT.length()));
		}
		String classPath = front + System.getProperty("path.separator") + System.getProperty("java.class.path");
		List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-Dlogback.configurationFile=simulation-logback.xml",
				"-cp", classPath, Simulation.class.getName(), "seed=" + seed, "first=true", "cpu=" + cpuSeconds,
				"level=" + level);
		Process child = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
		String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		String last = output.lines().reduce("", (before, line) -> line);
		// a JVM that cannot run it ends with 1 as well
		if (child.waitFor() > 1 || !last.startsWith("calls=")) {
			throw new IllegalStateException(name + " did not run: " + output);
		}
		return last;
	}

	/**
	 * Runs a test class of the starter, which has to be green without the bug.
	 */
	private static String runTests(String name, Path front, String testClass) throws IOException, InterruptedException {
		String without = UnitTests.run(null, testClass);
		if (!without.endsWith(" first=-") || without.contains(" tests=0 ")) {
			throw new IllegalStateException(name + ": " + testClass + " is not green without it: " + without);
		}
		return UnitTests.run(front, testClass);
	}

	/**
	 * Those that have the bug in them, the fastest first: the records know nothing of a
	 * bug in a script, and only over a wire there are connections. What is not seen at a
	 * level may be seen at the next, where there is more to look at.
	 */
	private static List<String> levels(Servers servers, Path front) throws IOException {
		if (servers != Servers.ONE) {
			return List.of((servers == Servers.CONFIRMED) ? "replicas" : servers.name().toLowerCase(Locale.ROOT));
		}
		try (Stream<Path> files = Files.walk(front)) {
			List<String> patched = files.map(Path::toString).toList();
			if (patched.stream().anyMatch((file) -> file.matches(".*\\Wredis\\W.*class"))) {
				return List.of("wire");
			}
			return patched.stream().anyMatch((file) -> file.endsWith(".lua")) ? List.of("scripts", "wire")
					: List.of("records", "scripts", "wire");
		}
	}

	/**
	 * One of them.
	 *
	 * @param name its name
	 * @param change makes it: a directory for the front of a class path
	 * @param levels where it can be seen
	 */
	private record Bug(String name, Supplier<Path> change, Levels levels) {

	}

	@FunctionalInterface
	private interface Levels {

		List<String> of(Path front) throws IOException;

	}

}
