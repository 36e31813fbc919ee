package io.github.lockstarter.benchmark;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.Objects;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.github.lockstarter.benchmark.server.MeasuredConsul;
import io.github.lockstarter.benchmark.server.MeasuredEtcd;
import io.github.lockstarter.benchmark.server.MeasuredRedis;

/**
 * Where, with what and how something was measured, in one line.
 */
final class Environment {

	private Environment() {
	}

	static String describe(MeasuredRedis redis, String command) throws IOException {
		return "%s, Java %s, %d × %s, %s %s, Redis %s, %s; `%s`".formatted(LocalDate.now(), Runtime.version(),
				Runtime.getRuntime().availableProcessors(), processor(), System.getProperty("os.name"),
				System.getProperty("os.arch"), redis.description(),
				versions() + MeasuredEtcd.version().map((version) -> ", etcd " + version).orElse("")
						+ MeasuredConsul.version().map((version) -> ", Consul " + version).orElse(""),
				command);
	}

	private static String versions() throws IOException {
		Properties versions = new Properties();
		try (InputStream in = Environment.class.getResourceAsStream("/versions.properties")) {
			versions.load(Objects.requireNonNull(in));
		}
		return new TreeMap<>(versions).entrySet()
			.stream()
			.map((version) -> version.getKey() + " " + version.getValue())
			.collect(Collectors.joining(", "));
	}

	private static String processor() throws IOException {
		Path info = Path.of("/proc/cpuinfo");
		if (!Files.exists(info)) {
			return "processor";
		}
		return Files.readAllLines(info)
			.stream()
			.filter((line) -> line.startsWith("model name"))
			.map((line) -> line.substring(line.indexOf(':') + 2))
			.findFirst()
			.orElse("processor");
	}

}
