package io.github.lockstarter.simulation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;

import io.github.lockstarter.proof.mutation.MutationGate;

/**
 * Runs seeds on the seeded bugs of the campaign, each in a JVM of its own, until a check
 * sees it or its processor time is over.
 */
final class SeededBugs {

	private final Consumer<String> progress;

	private final String cpuSeconds;

	private final MutationGate gate = new MutationGate(Path.of("target", "proof"), (line) -> {
	});

	/**
	 * Creates the judge.
	 * @param cpuSeconds how much processor time each may take
	 * @param progress is told of each
	 */
	SeededBugs(String cpuSeconds, Consumer<String> progress) {
		this.cpuSeconds = cpuSeconds;
		this.progress = progress;
	}

	/**
	 * Whether all are seen that have some words in their names.
	 */
	boolean areSeen(String words) throws IOException, InterruptedException {
		boolean all = true;
		List<String> names = new ArrayList<>(MutationGate.ofOneRedis());
		names.addAll(MutationGate.ofAQuorum());
		for (String name : names) {
			if (name.contains(words)) {
				all &= isSeen(name);
			}
		}
		return all;
	}

	private boolean isSeen(String name) throws IOException, InterruptedException {
		Path front = this.gate.make(name);
		String classPath = front + System.getProperty("path.separator") + System.getProperty("java.class.path");
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-XX:+UseSerialGC",
						"-Dlogback.configurationFile=simulation-logback.xml", "-cp", classPath,
						Simulation.class.getName(), "seed=1", "first=true", "cpu=" + this.cpuSeconds));
		command.add("level=" + level(name, front));
		Process child = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
		String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		String last = output.lines().reduce("", (before, line) -> line);
		// a JVM that cannot run it ends with 1 as well
		if (child.waitFor() > 1 || !last.startsWith("calls=")) {
			throw new IllegalStateException(name + " did not run: " + output);
		}
		boolean seen = child.exitValue() == 1;
		this.progress.accept("%-42s %s %s".formatted(name, seen ? "seen" : "NOT SEEN", last));
		return seen;
	}

	/**
	 * The least that has the bug in it: the records know nothing of a bug in a script,
	 * and only over a wire there are connections.
	 */
	private static String level(String name, Path front) throws IOException {
		if (MutationGate.ofAQuorum().contains(name)) {
			return "quorum";
		}
		try (Stream<Path> files = Files.walk(front)) {
			List<String> patched = files.map(Path::toString).toList();
			if (patched.stream().anyMatch((file) -> file.matches(".*\\Wredis\\W.*class"))) {
				return "wire";
			}
			return patched.stream().anyMatch((file) -> file.endsWith(".lua")) ? "scripts" : "records";
		}
	}

}
