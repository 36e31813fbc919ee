package io.github.lockstarter.sample.stage.etcd;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import org.springframework.util.FileSystemUtils;

/**
 * A real etcd with one member and its own data directory. A shell starts it in a separate
 * process group: Ctrl-C goes to the whole group of this JVM, and would stop etcd while
 * the servers still release their locks. If this process is killed before
 * {@link #stop()}, etcd remains, and the next start uses it.
 */
final class EtcdProcess {

	// An election of one takes a second or two; more on a slow machine.
	private static final Duration START_TIMEOUT = Duration.ofSeconds(30);

	private static final Duration STOP_TIMEOUT = Duration.ofSeconds(5);

	private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(1);

	private static final HttpClient HTTP = HttpClient.newBuilder()
		.version(HttpClient.Version.HTTP_1_1)
		.connectTimeout(ANSWER_TIMEOUT)
		.build();

	private final URI address;

	private final String name;

	private final Path directory;

	// none if it ended before it could be found
	private final Optional<ProcessHandle> process;

	private EtcdProcess(URI address, String name, Path directory, Optional<ProcessHandle> process) {
		this.address = address;
		this.name = name;
		this.directory = directory;
		this.process = process;
	}

	static Optional<Path> program() {
		return Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
			.map((directory) -> Path.of(directory, "etcd"))
			.filter((program) -> Files.isRegularFile(program) && Files.isExecutable(program))
			.findFirst();
	}

	// Does not wait until it answers.
	static EtcdProcess start(Path program, URI address) throws IOException {
		Path directory = Files.createTempDirectory("lock-sample-etcd");
		String name = "sample-" + UUID.randomUUID();
		// the peer address is never used, but has to be distinct for each member
		String peer = "http://127.0.0.1:2380";
		Process shell = new ProcessBuilder("bash", "-c", "set -m; \"$@\" > \"$0\" 2>&1 < /dev/null & echo $!",
				log(directory).toString(), program.toString(), "--name", name, "--data-dir",
				directory.resolve("data").toString(), "--listen-client-urls", address.toString(),
				"--advertise-client-urls", address.toString(), "--listen-peer-urls", "http://127.0.0.1:0",
				"--initial-advertise-peer-urls", peer, "--initial-cluster", name + "=" + peer)
			.redirectError(log(directory).toFile())
			.start();
		String pid = new String(shell.getInputStream().readAllBytes(), StandardCharsets.US_ASCII).strip();
		if (!pid.matches("\\d+")) {
			throw new IOException(Files.readString(log(directory)).strip());
		}
		return new EtcdProcess(address, name, directory, ProcessHandle.of(Long.parseLong(pid)));
	}

	// Empty if no etcd answers within a second; otherwise the names of the members.
	static Optional<String> serving(URI address) {
		try {
			HttpResponse<String> response = HTTP.send(HttpRequest.newBuilder(address.resolve("/v3/cluster/member/list"))
				.timeout(ANSWER_TIMEOUT)
				.POST(BodyPublishers.ofString("{}"))
				.build(), BodyHandlers.ofString());
			return Optional.of(response.body()).filter((body) -> body.contains("member"));
		}
		catch (IOException ex) {
			return Optional.empty();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return Optional.empty();
		}
	}

	// Returns when any etcd answers there, or this one has ended.
	Optional<String> awaitServing() {
		long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
		Optional<String> serving = serving(this.address);
		while (serving.isEmpty() && isAlive() && System.nanoTime() < deadline && pause()) {
			serving = serving(this.address);
		}
		return serving.isPresent() ? serving : serving(this.address);
	}

	private static boolean pause() {
		try {
			TimeUnit.MILLISECONDS.sleep(50);
			return true;
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return false;
		}
	}

	// Another etcd may have won the port.
	boolean isSelf(String serving) {
		return serving.contains("\"" + this.name + "\"");
	}

	private boolean isAlive() {
		return this.process.filter(ProcessHandle::isAlive).isPresent();
	}

	long pid() {
		return this.process.orElseThrow().pid();
	}

	String output() {
		try {
			return Files.readString(log(this.directory));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	// Waits for its silence and not for its process, which its new parent may never
	// collect.
	void stop() {
		this.process.ifPresent(ProcessHandle::destroy);
		long deadline = System.nanoTime() + STOP_TIMEOUT.toNanos();
		while (isAlive() && serving(this.address).filter(this::isSelf).isPresent() && System.nanoTime() < deadline) {
			if (!pause()) {
				break;
			}
		}
		this.process.ifPresent(ProcessHandle::destroyForcibly);
		try {
			FileSystemUtils.deleteRecursively(this.directory);
		}
		catch (IOException ex) {
			// temporary files: the system removes them
		}
	}

	private static Path log(Path directory) {
		return directory.resolve("etcd.log");
	}

}
