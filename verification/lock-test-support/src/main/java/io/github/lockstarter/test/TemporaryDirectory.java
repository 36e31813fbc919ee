package io.github.lockstarter.test;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/**
 * The directory of a server that a test starts: its data and its log.
 */
final class TemporaryDirectory {

	private final Path path;

	private TemporaryDirectory(Path path) {
		this.path = path;
	}

	static TemporaryDirectory create(String prefix) {
		try {
			return new TemporaryDirectory(Files.createTempDirectory(prefix));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	Path resolve(String name) {
		return this.path.resolve(name);
	}

	// Runs a command that prepares the data, and deletes all if it fails.
	void run(List<String> command) {
		Path log = resolve("prepare.log");
		try {
			Process process = new ProcessBuilder(command).redirectErrorStream(true)
				.redirectOutput(log.toFile())
				.start();
			ProcessEnd.await(process);
			if (process.exitValue() != 0) {
				String said = Files.readString(log);
				delete();
				throw new IllegalStateException(command + " ended with " + process.exitValue() + ": " + said);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	void delete() {
		if (!Files.exists(this.path)) {
			return;
		}
		try (Stream<Path> files = Files.walk(this.path)) {
			for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
				Files.deleteIfExists(file);
			}
		}
		catch (IOException | UncheckedIOException ex) {
			// a temporary directory: the system clears it
		}
	}

}
