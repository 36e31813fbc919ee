package io.github.lockstarter.etcd;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

import io.github.lockstarter.test.EtcdMembers;

/**
 * The one way to a real etcd: the program of that name on the path, or what the
 * environment variable {@code LOCK_TEST_ETCD} names, its program or a server
 * ({@code host:port}); or a container, where the profile says so. Without any the tests
 * that ask for one are skipped.
 */
final class TestEtcd implements AutoCloseable {

	private static final Log logger = LogFactory.getLog(TestEtcd.class);

	private static @Nullable String shared;

	private final Path directory;

	private final EtcdMembers members;

	private TestEtcd(BiFunction<Path, Path, EtcdMembers> begin, Path program) {
		try {
			this.directory = Files.createTempDirectory("etcd");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.members = begin.apply(program, this.directory);
		awaitAnswer(this.endpoints().get(0));
	}

	/**
	 * A server for all tests of this JVM.
	 * @return its address
	 */
	static synchronized String shared() {
		if (shared == null) {
			if (System.getProperty("lock.test.redis", "").equals("testcontainers")) {
				shared = EtcdContainer.start();
			}
			else {
				String named = System.getenv(EtcdMembers.VARIABLE);
				shared = (named != null && named.matches("[^/]+:\\d+")) ? "http://" + named
						: start(1).endpoints().get(0);
			}
			awaitAnswer(shared);
		}
		return shared;
	}

	/**
	 * Servers for one test, which it may stop and kill.
	 * @param size how many
	 */
	static TestEtcd start(int size) {
		return start((program, directory) -> EtcdMembers.start(program, directory, size));
	}

	/**
	 * A server for one test that serves over TLS besides.
	 * @param options say what it shows and whom it trusts
	 */
	static TestEtcd startTls(String... options) {
		return start((program, directory) -> EtcdMembers.startTls(program, directory, List.of(options)));
	}

	private static TestEtcd start(BiFunction<Path, Path, EtcdMembers> begin) {
		Optional<Path> program = EtcdMembers.program();
		if (program.isEmpty()) {
			logger.warn("No etcd of 3.4 or later is on the PATH, and " + EtcdMembers.VARIABLE
					+ " names none: what needs a real one is skipped");
		}
		Assumptions.assumeTrue(program.isPresent(),
				"no etcd of 3.4 or later on the PATH, none in " + EtcdMembers.VARIABLE);
		TestEtcd started = new TestEtcd(begin, program.get());
		Runtime.getRuntime().addShutdownHook(new Thread(started::close));
		return started;
	}

	List<String> endpoints() {
		return ports().stream().map((port) -> "http://127.0.0.1:" + port).toList();
	}

	String tlsEndpoint() {
		return "https://127.0.0.1:" + this.members.tlsPort();
	}

	List<Integer> ports() {
		return this.members.ports();
	}

	private static void awaitAnswer(String endpoint) {
		Awaitility.await()
			.ignoreExceptions()
			.until(() -> TestInstance.ask(endpoint, "kv/range", Requests.count("any")).at("header").isThere());
	}

	/**
	 * Which member leads the others.
	 */
	int leader() {
		for (int i = 0; i < ports().size(); i++) {
			if (this.members.process(i).isAlive()) {
				Json status = TestInstance.ask(endpoints().get(i), "maintenance/status", "{}");
				if (status.at("leader").text().equals(status.at("header").at("member_id").text())) {
					return i;
				}
			}
		}
		return -1;
	}

	void kill(int index) {
		this.members.kill(index);
	}

	/**
	 * Starts one that was killed.
	 */
	void restart(int index) {
		this.members.restart(index);
	}

	/**
	 * Starts a single server that has forgotten everything.
	 */
	void rebuild() {
		kill(0);
		this.members.forget(0);
		restart(0);
		awaitAnswer(endpoints().get(0));
	}

	@Override
	public synchronized void close() {
		this.members.close();
		if (Files.exists(this.directory)) {
			try (Stream<Path> logs = Files.list(this.directory)) {
				for (Path log : logs.toList()) {
					Files.delete(log);
				}
				Files.delete(this.directory);
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}
	}

}
