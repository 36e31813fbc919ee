package io.github.lockstarter.simulation;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.proof.mutation.MutationGate;

/**
 * Runs seeds on the seeded bugs of the campaign, each in a JVM of its own, until a check
 * sees it or a minute of processor time is over.
 */
final class SeededBugs {

	private static final int CPU_SECONDS = 60;

	private final Consumer<String> progress;

	private final MutationGate gate = new MutationGate(Path.of("target", "proof"), (line) -> {
	});

	SeededBugs(Consumer<String> progress) {
		this.progress = progress;
	}

	/**
	 * Whether all are seen that have some words in their names.
	 */
	boolean areSeen(String words) throws IOException, InterruptedException {
		boolean all = true;
		for (String name : MutationGate.ofOneRedis()) {
			if (name.contains(words)) {
				all &= isSeen(name);
			}
		}
		return all;
	}

	private boolean isSeen(String name) throws IOException, InterruptedException {
		String classPath = this.gate.make(name) + System.getProperty("path.separator")
				+ System.getProperty("java.class.path");
		Process child = new ProcessBuilder(List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:+UseSerialGC", "-cp", classPath, Simulation.class.getName(), "seed=1", "first=true",
				"scripts=true", "cpu=" + CPU_SECONDS))
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		boolean seen = child.waitFor() == 1;
		String last = output.lines().reduce("", (before, line) -> line);
		this.progress.accept("%-42s %s %s".formatted(name, seen ? "seen" : "NOT SEEN", last));
		return seen;
	}

}
