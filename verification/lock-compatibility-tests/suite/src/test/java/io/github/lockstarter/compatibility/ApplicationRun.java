package io.github.lockstarter.compatibility;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.test.ShortJvm;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One run of the application, in a JVM of its own.
 *
 * @param output its lines
 * @param status its exit status
 */
record ApplicationRun(List<String> output, int status) {

	private static final List<String> STEPS = List.of("annotation", "future", "reactor", "several keys", "contention",
			"hand-over", "loss");

	/**
	 * Runs an application with the Redis that tests share.
	 */
	static ApplicationRun withRedis(Path directory, ClassPath classPath, Class<?> application, String... arguments)
			throws IOException, InterruptedException {
		TestRedis redis = TestRedis.shared();
		List<String> properties = List.of("spring.data.redis.host=" + redis.host(),
				"spring.data.redis.port=" + redis.port(),
				"distributed-lock.key-prefix=compatibility-" + UUID.randomUUID(), "distributed-lock.lease-time=10m",
				"distributed-lock.poll-interval=1m");
		return of(directory, classPath, properties, application, arguments);
	}

	/**
	 * Runs an application until it ends.
	 * @param directory for its log
	 * @param classPath its class path
	 * @param properties its properties
	 * @param application its main class
	 * @param arguments its arguments
	 */
	static ApplicationRun of(Path directory, ClassPath classPath, List<String> properties, Class<?> application,
			String... arguments) throws IOException, InterruptedException {
		List<String> command = ShortJvm.command("-cp", classPath.toString());
		if (Runtime.version().feature() >= 24) {
			// Netty loads native code
			command.add("--enable-native-access=ALL-UNNAMED");
		}
		// a JVM that has just started on a busy machine takes its time for the first
		// answer
		command.add("-Ddistributed-lock.start-timeout=1m");
		command.add("-Ddistributed-lock.command-timeout=30s");
		command.add("-Ddistributed-lock.wait-time=1m");
		properties.forEach((property) -> command.add("-D" + property));
		command.add(application.getName());
		command.addAll(List.of(arguments));
		Path log = directory.resolve("application.log");
		Process process = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
		try {
			if (!process.waitFor(5, TimeUnit.MINUTES)) {
				throw new IllegalStateException("The application does not end");
			}
			return new ApplicationRun(Files.readAllLines(log), process.exitValue());
		}
		finally {
			process.destroyForcibly();
			Files.readAllLines(log).forEach(System.out::println);
		}
	}

	void assertLocked() {
		assertThat(this.output).containsAll(STEPS.stream().map((step) -> "OK " + step).toList()).contains("OK end");
		assertThat(this.status).isZero();
	}

	void assertLockedIn(String store) {
		assertThat(this.output).containsAll(STEPS.stream().map((step) -> "OK " + step + " in " + store).toList());
	}

	/**
	 * The line in which the application says what it runs on.
	 */
	String versions() {
		return this.output.stream().filter((line) -> line.startsWith("OK Spring Boot")).findFirst().orElseThrow();
	}

}
