package io.github.lockstarter.servers;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;

import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

/**
 * An application that does what its standard input says, line by line, and answers each
 * line with one. Ends with its input.
 */
@SpringBootApplication
public class CountingApplication {

	static final String ANSWER = "ANSWER ";

	private final Map<String, Lease> leases = new HashMap<>();

	private final LockOperations locks;

	private final Counters counters;

	CountingApplication(LockOperations locks, Counters counters) {
		this.locks = locks;
		this.counters = counters;
	}

	/**
	 * Starts it.
	 * @param args properties, as of a command line
	 * @throws IOException if the input cannot be read
	 */
	public static void main(String[] args) throws IOException {
		try (ConfigurableApplicationContext context = new SpringApplicationBuilder(CountingApplication.class)
			.web(WebApplicationType.NONE)
			.run(args);
				BufferedReader input = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8))) {
			CountingApplication application = context.getBean(CountingApplication.class);
			System.out.println(ANSWER + "started");
			for (String line = input.readLine(); line != null; line = input.readLine()) {
				System.out.println(ANSWER + application.answer(line));
			}
		}
	}

	private String answer(String line) {
		String[] words = line.split(" ", 3);
		try {
			return switch (words[0]) {
				case "count" -> count(Integer.parseInt(words[1]), Path.of(words[2]));
				case "acquire" -> acquire(LockRequest.of(words[1]));
				case "try" -> this.locks.tryAcquire(LockRequest.of(words[1]).noWait()).map((lease) -> {
					this.leases.put(words[1], lease);
					return "free";
				}).orElse("taken");
				case "waiters" -> this.locks.describe(words[1]).map(LockInfo::waiters).orElse(-1).toString();
				case "remaining" ->
					Long.toString(lease(words[1]).isHeld() ? lease(words[1]).remaining().toMillis() : -1);
				case "release" -> release(words[1]);
				default -> "unknown: " + line;
			};
		}
		catch (RuntimeException ex) {
			return ex.toString().replaceAll("\\s+", " ");
		}
	}

	private String count(int times, Path file) {
		for (int i = 0; i < times; i++) {
			this.counters.increment(file);
		}
		return "counted";
	}

	private String acquire(LockRequest request) {
		Lease lease = this.locks.acquire(request);
		this.leases.put(request.name(), lease);
		return Long.toString(lease.fencingToken());
	}

	private String release(String name) {
		lease(name).release();
		this.leases.remove(name);
		return "released";
	}

	private Lease lease(String name) {
		return Objects.requireNonNull(this.leases.get(name), name);
	}

}
