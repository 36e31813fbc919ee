package io.github.lockstarter.benchmark.server;

import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Optional;
import java.util.stream.Stream;

import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.test.FreePort;

/**
 * An etcd of one member, the program on this machine, which writes each change to its
 * disk before it answers, as one in production does.
 */
public final class MeasuredEtcd implements MeasuredServer {

	private static final int ATTEMPTS = 300;

	private final Path data;

	private final int port = FreePort.pick();

	private final Process process;

	private MeasuredEtcd(Path program) {
		String address = "http://127.0.0.1:" + this.port;
		try {
			this.data = Files.createTempDirectory("etcd");
			this.process = new ProcessBuilder(program.toString(), "--data-dir", this.data.resolve("data").toString(),
					"--listen-client-urls", address, "--advertise-client-urls", address, "--listen-peer-urls",
					"http://127.0.0.1:0")
				.redirectErrorStream(true)
				.redirectOutput(this.data.resolve("log").toFile())
				.start();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		// also where this JVM is stopped in the middle
		Runtime.getRuntime().addShutdownHook(new Thread(this.process::destroyForcibly));
		awaitAnswer(address);
	}

	/**
	 * Starts one on a free port.
	 * @return the server; close it
	 */
	public static MeasuredEtcd start() {
		return new MeasuredEtcd(program().orElseThrow(() -> new IllegalStateException(missing().orElseThrow())));
	}

	/**
	 * What has to be installed to measure one.
	 * @return what is missing, or empty
	 */
	public static Optional<String> missing() {
		return program().isPresent() ? Optional.empty()
				: Optional.of("there is no etcd: put a program of that name on the PATH, or name it in LOCK_TEST_ETCD");
	}

	/**
	 * Which one it is.
	 * @return its version, or empty where there is none
	 */
	public static Optional<String> version() {
		return program().map((program) -> {
			try {
				Process process = new ProcessBuilder(program.toString(), "--version").redirectErrorStream(true).start();
				return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).lines()
					.findFirst()
					.orElse("")
					.replaceAll("[^0-9.]", "");
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		});
	}

	private static Optional<Path> program() {
		return Stream
			.concat(Stream.ofNullable(System.getenv("LOCK_TEST_ETCD")).map(Path::of),
					Stream.of(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
						.map((directory) -> Path.of(directory, "etcd")))
			.filter((program) -> Files.isRegularFile(program) && Files.isExecutable(program))
			.findFirst();
	}

	private void awaitAnswer(String address) {
		HttpRequest health = HttpRequest.newBuilder(URI.create(address + "/health")).build();
		for (int i = 0; i < ATTEMPTS && this.process.isAlive(); i++) {
			try {
				if (HttpClient.newHttpClient().send(health, BodyHandlers.ofString()).body().contains("true")) {
					return;
				}
			}
			catch (IOException ex) {
				// not yet
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
				break;
			}
			pause();
		}
		String said = said();
		close();
		throw new IllegalStateException("etcd did not come up: " + said);
	}

	private static void pause() {
		try {
			Thread.sleep(100);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private String said() {
		try {
			return Files.readString(this.data.resolve("log"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public Endpoint endpoint() {
		return Endpoint.at("127.0.0.1", this.port);
	}

	@Override
	public void close() {
		this.process.destroyForcibly().onExit().join();
		try (Stream<Path> files = Files.walk(this.data)) {
			files.sorted(Comparator.reverseOrder()).map(Path::toFile).forEach(File::delete);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
