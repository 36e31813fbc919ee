package io.github.lockstarter.autoconfigure;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

import io.github.lockstarter.test.ShortJvm;

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
		return run(List.of(), main, missing, arguments);
	}

	/**
	 * The same with options of the JVM.
	 */
	static ApplicationProcess run(List<String> options, Class<?> main, List<String> missing, String... arguments)
			throws IOException, InterruptedException {
		List<String> command = ShortJvm.command(options.toArray(String[]::new));
		command.addAll(List.of("-Xmx128m", "-cp", classPath(missing)));
		// a JVM that has just started on a busy machine takes its time for the first
		// answer
		command.addAll(List.of("-Ddistributed-lock.command-timeout=30s", "-Ddistributed-lock.wait-time=1m"));
		command.add(main.getName());
		command.addAll(List.of(arguments));
		Path log = Files.createTempFile("lock-application", ".log");
		Process application = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try {
			if (!application.waitFor(4, TimeUnit.MINUTES)) {
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
