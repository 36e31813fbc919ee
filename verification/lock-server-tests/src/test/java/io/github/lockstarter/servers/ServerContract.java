package io.github.lockstarter.servers;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Callable;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application with the annotation, in two JVMs, on a real server of one kind.
 */
// JVMs and servers start, and leases are renewed in real time
@Tag("slow")
@Timeout(1200)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class ServerContract {

	/**
	 * How long a session lasts, where a lease is bound to one.
	 */
	static final String SESSION = "150s";

	// longer than a server takes to restart on a busy machine
	private static final String LEASE = "90s";

	private static final int COUNTS = 30;

	private TestedServer server;

	private Instance first;

	private Instance second;

	/**
	 * Starts the server, or skips the tests.
	 */
	abstract TestedServer server() throws Exception;

	@BeforeAll
	void start() throws Exception {
		this.server = server();
		Map<String, String> properties = new HashMap<>(Map.of("distributed-lock.key-prefix",
				"servers-" + UUID.randomUUID(), "distributed-lock.start-timeout", "1m", "distributed-lock.wait-time",
				"5m", "distributed-lock.command-timeout", "10s", "distributed-lock.lease-time", LEASE));
		properties.putAll(this.server.properties());
		this.first = Instance.start(properties);
		this.second = Instance.start(properties);
		assertThat(this.first.answer()).isEqualTo("started");
		assertThat(this.second.answer()).isEqualTo("started");
	}

	@AfterAll
	void end() {
		for (AutoCloseable started : new AutoCloseable[] { this.first, this.second, this.server }) {
			try (started) {
				// closes it, if it was started
			}
			catch (Exception ex) {
				throw new IllegalStateException(ex);
			}
		}
	}

	@Test
	void annotatedMethodRunsInOneJvmAtATime(@TempDir Path directory) throws Exception {
		Path file = Files.writeString(directory.resolve("counter"), "0");
		this.first.tell("count " + COUNTS + " " + file);
		this.second.tell("count " + COUNTS + " " + file);
		assertThat(this.first.answer()).isEqualTo("counted");
		assertThat(this.second.answer()).isEqualTo("counted");
		assertThat(file).hasContent(Integer.toString(2 * COUNTS));
	}

	@Test
	void lockIsHandedOverToTheOtherJvm() throws Exception {
		long token = Long.parseLong(this.first.ask("acquire handed-over"));
		this.second.tell("acquire handed-over");
		await(() -> this.first.ask("waiters handed-over").equals("1"));
		assertThat(this.first.ask("release handed-over")).isEqualTo("released");
		assertThat(Long.parseLong(this.second.answer())).isGreaterThan(token);
		assertThat(this.second.ask("release handed-over")).isEqualTo("released");
	}

	@Test
	void leaseIsRenewedAfterARestartOfTheServer() throws Exception {
		long token = Long.parseLong(this.first.ask("acquire kept"));
		this.server.restart().run();
		long before = remaining();
		await(() -> {
			long now = remaining();
			assertThat(now).as("the lease was lost").isPositive();
			return now > before;
		});
		await(() -> this.second.ask("try kept").equals("taken"));
		assertThat(this.first.ask("release kept")).isEqualTo("released");
		assertThat(Long.parseLong(this.second.ask("acquire kept"))).isGreaterThan(token);
		assertThat(this.second.ask("release kept")).isEqualTo("released");
	}

	private long remaining() throws InterruptedException {
		return Long.parseLong(this.first.ask("remaining kept"));
	}

	private static void await(Callable<Boolean> condition) {
		Awaitility.await().atMost(Instance.PATIENCE).until(condition);
	}

}
