package io.github.lockstarter.autoconfigure;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * One run of an application in a JVM of its own, whose end is waited for.
 *
 * @param output what it said
 * @param status how it ended
 */
record ApplicationProcess(String output, int status) {

	/**
	 * Runs an application.
	 * @param main its main class
	 * @param missing parts of the names of the jars that it does not have
	 * @param arguments its arguments
	 */
	static ApplicationProcess run(Class<?> main, List<String> missing, String... arguments)
			throws IOException, InterruptedException {
		List<String> command = new ArrayList<>(
				List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-Xmx128m",
						"-XX:TieredStopAtLevel=1", "-cp", classPath(missing), main.getName()));
		command.addAll(List.of(arguments));
		Path log = Files.createTempFile("lock-application", ".log");
		Process application = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try {
			if (!application.waitFor(100, TimeUnit.SECONDS)) {
				throw new IllegalStateException("The application does not end: " + Files.readString(log));
			}
			return new ApplicationProcess(Files.readString(log), application.exitValue());
		}
		finally {
			application.destroyForcibly();
			Files.delete(log);
		}
	}

	private static String classPath(List<String> missing) {
		return Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
			.filter((entry) -> missing.stream().noneMatch(Path.of(entry).getFileName().toString()::contains))
			.collect(Collectors.joining(File.pathSeparator));
	}

}
