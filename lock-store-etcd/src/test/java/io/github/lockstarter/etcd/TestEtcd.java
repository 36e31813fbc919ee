package io.github.lockstarter.etcd;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Assumptions;

import io.github.lockstarter.test.FreePort;

/**
 * The one way to a real etcd: the program of that name on the path, or what the
 * environment variable {@code LOCK_TEST_ETCD} names, its program or a server
 * ({@code host:port}); or a container, where the profile says so. Without any the tests
 * that ask for one are skipped.
 */
final class TestEtcd implements AutoCloseable {

	private static final String VARIABLE = "LOCK_TEST_ETCD";

	private static final Log logger = LogFactory.getLog(TestEtcd.class);

	private static @Nullable String shared;

	private final String program;

	private final List<String> options;

	private final Path data;

	private final List<Integer> clients = new ArrayList<>();

	private final List<Integer> peers = new ArrayList<>();

	private final List<Integer> tls = new ArrayList<>();

	private final List<Process> members = new ArrayList<>();

	private TestEtcd(String program, int size, List<String> options) {
		this.program = program;
		this.options = options;
		try {
			this.data = Files.createTempDirectory("etcd");
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		for (int i = 0; i < size; i++) {
			this.clients.add(FreePort.pick());
			this.peers.add(FreePort.pick());
			if (!options.isEmpty()) {
				this.tls.add(FreePort.pick());
			}
		}
		for (int i = 0; i < size; i++) {
			this.members.add(begin(i));
		}
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
				String named = System.getenv(VARIABLE);
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
		return start(size, List.of());
	}

	/**
	 * A server for one test that serves over TLS besides.
	 * @param options say what it shows and whom it trusts
	 */
	static TestEtcd startTls(String... options) {
		return start(1, List.of(options));
	}

	private static TestEtcd start(int size, List<String> options) {
		Optional<String> program = program();
		if (program.isEmpty()) {
			logger.warn(
					"No etcd is on the PATH, and " + VARIABLE + " names no program: what needs a real one is skipped");
		}
		Assumptions.assumeTrue(program.isPresent(), "no etcd on the PATH, none in " + VARIABLE);
		TestEtcd started = new TestEtcd(program.get(), size, options);
		Runtime.getRuntime().addShutdownHook(new Thread(started::close));
		return started;
	}

	private static Optional<String> program() {
		String named = System.getenv(VARIABLE);
		Stream<String> directories = Arrays.stream(System.getenv("PATH").split(File.pathSeparator));
		return Stream.concat(Stream.ofNullable(named), directories.map((directory) -> directory + "/etcd"))
			.filter((program) -> Files.isRegularFile(Path.of(program)) && Files.isExecutable(Path.of(program)))
			.findFirst();
	}

	private Process begin(int index) {
		String cluster = IntStream.range(0, this.peers.size())
			.mapToObj((i) -> "m" + i + "=http://127.0.0.1:" + this.peers.get(i))
			.collect(Collectors.joining(","));
		String client = endpoints().get(index);
		String peer = "http://127.0.0.1:" + this.peers.get(index);
		ProcessBuilder builder = new ProcessBuilder(this.program, "--name", "m" + index, "--data-dir",
				this.data.resolve("m" + index).toString(), "--listen-client-urls",
				this.tls.isEmpty() ? client : client + "," + tlsEndpoint(), "--advertise-client-urls", client,
				"--listen-peer-urls", peer, "--initial-advertise-peer-urls", peer, "--initial-cluster", cluster,
				"--unsafe-no-fsync");
		builder.command().addAll(this.options);
		builder.redirectErrorStream(true).redirectOutput(this.data.resolve("m" + index + ".log").toFile());
		try {
			return builder.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	List<String> endpoints() {
		return this.clients.stream().map((port) -> "http://127.0.0.1:" + port).toList();
	}

	/**
	 * Where the one server serves over TLS.
	 */
	String tlsEndpoint() {
		return "https://127.0.0.1:" + this.tls.get(0);
	}

	List<Integer> ports() {
		return List.copyOf(this.clients);
	}

	private static void awaitAnswer(String endpoint) {
		Awaitility.await()
			.atMost(Duration.ofSeconds(60))
			.ignoreExceptions()
			.until(() -> TestInstance.ask(endpoint, "kv/range", Requests.count("any")).at("header").isThere());
	}

	/**
	 * Which member leads the others.
	 */
	int leader() {
		for (int i = 0; i < this.members.size(); i++) {
			if (this.members.get(i).isAlive()) {
				Json status = TestInstance.ask(endpoints().get(i), "maintenance/status", "{}");
				if (status.at("leader").text().equals(status.at("header").at("member_id").text())) {
					return i;
				}
			}
		}
		return -1;
	}

	void kill(int index) {
		Process member = this.members.get(index).destroyForcibly();
		Awaitility.await().until(() -> !member.isAlive());
	}

	/**
	 * Starts one that was killed.
	 */
	void restart(int index) {
		this.members.set(index, begin(index));
	}

	/**
	 * Starts a single server that has forgotten everything.
	 */
	void rebuild() {
		kill(0);
		delete();
		restart(0);
		awaitAnswer(endpoints().get(0));
	}

	private void delete() {
		try (Stream<Path> files = Files.walk(this.data)) {
			files.sorted(Comparator.reverseOrder()).filter((file) -> !file.equals(this.data)).forEach((file) -> {
				try {
					Files.delete(file);
				}
				catch (IOException ex) {
					throw new UncheckedIOException(ex);
				}
			});
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void close() {
		this.members.forEach(Process::destroyForcibly);
		this.members.forEach((member) -> Awaitility.await().until(() -> !member.isAlive()));
		if (Files.exists(this.data)) {
			delete();
			this.data.toFile().delete();
		}
	}

}
