package io.github.lockstarter.compatibility;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.test.ShortJvm;
import io.github.lockstarter.test.TestRedis;

/**
 * One run of the application, in a JVM of its own.
 *
 * @param output what it said
 * @param status how it ended
 */
record ApplicationRun(List<String> output, int status) {

	static final String DEPENDENCIES = dependencies();

	static ApplicationRun in(Path directory, String... options) throws IOException, InterruptedException {
		Path log = directory.resolve("application.log");
		Process application = new ProcessBuilder(command(options)).redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		try {
			if (!application.waitFor(5, TimeUnit.MINUTES)) {
				throw new IllegalStateException("The application does not end");
			}
			return new ApplicationRun(Files.readAllLines(log), application.exitValue());
		}
		finally {
			application.destroyForcibly();
			Files.readAllLines(log).forEach(System.out::println);
		}
	}

	private static List<String> command(String... options) {
		TestRedis redis = TestRedis.shared();
		List<String> command = ShortJvm.command();
		if (Runtime.version().feature() >= 24) {
			// Netty loads native code
			command.add("--enable-native-access=ALL-UNNAMED");
		}
		command.addAll(List.of("-cp",
				System.getProperty("application.classes") + System.getProperty("path.separator") + DEPENDENCIES));
		command.add("-Dspring.data.redis.host=" + redis.host());
		command.add("-Dspring.data.redis.port=" + redis.port());
		command.add("-Ddistributed-lock.key-prefix=compatibility-" + UUID.randomUUID());
		command.add("-Ddistributed-lock.lease-time=10m");
		command.add("-Ddistributed-lock.poll-interval=1m");
		// a JVM that has just started on a busy machine takes its time for the first
		// answer
		command.add("-Ddistributed-lock.start-timeout=1m");
		command.add("-Ddistributed-lock.command-timeout=30s");
		command.add("-Ddistributed-lock.wait-time=1m");
		command.addAll(List.of(options));
		command.add(CompatibilityApplication.class.getName());
		return command;
	}

	private static String dependencies() {
		try {
			return Files.readString(Path.of(System.getProperty("application.dependencies"))).strip();
		}
		catch (IOException ex) {
			throw new IllegalStateException("Run \"mvn verify\": it writes down the dependencies of the application",
					ex);
		}
	}

}
