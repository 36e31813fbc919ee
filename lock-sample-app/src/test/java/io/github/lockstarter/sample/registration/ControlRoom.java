package io.github.lockstarter.sample.registration;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Starts instances of the sample in JVMs of their own, and decides when a registration
 * that has looked its user up may go on: this forces an interleaving where a test could
 * only hope for it.
 */
public final class ControlRoom implements AutoCloseable {

	// A busy machine needs twenty for the start of two servers
	private static final int PATIENCE_SECONDS = 90;

	private static final int ENDED = -1;

	private final Map<String, Gate> gates = new ConcurrentHashMap<>();

	private final BlockingQueue<Integer> startedPorts = new LinkedBlockingQueue<>();

	private final Queue<Process> servers = new ConcurrentLinkedQueue<>();

	private final Queue<Path> logs = new ConcurrentLinkedQueue<>();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final HttpServer http;

	public ControlRoom() throws IOException {
		this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		this.http.setExecutor(this.threads);
		this.http.createContext("/started", (exchange) -> {
			this.startedPorts.add(Integer.valueOf(exchange.getRequestURI().getQuery()));
			answer(exchange);
		});
		this.http.createContext("/looked-up", (exchange) -> {
			Gate gate = this.gates.get(exchange.getRequestURI().getQuery());
			if (gate != null) {
				gate.pass();
			}
			answer(exchange);
		});
		this.http.start();
	}

	private static void answer(HttpExchange exchange) throws IOException {
		exchange.sendResponseHeaders(204, -1);
		exchange.close();
	}

	/**
	 * Launches an instance on a port of its own choice.
	 */
	public Process launch(Path log, String redisHost, int redisPort, String... arguments) throws IOException {
		return launch(List.of(), log, redisHost, redisPort, arguments);
	}

	/**
	 * Launches an instance as a terminal does: in a process group of its own, with all
	 * that it starts. The process is that of the shell, which ends after the instance.
	 */
	Process launchInItsOwnGroup(Path log, String redisHost, int redisPort, String... arguments) throws IOException {
		return launch(List.of("bash", "-c", "set -m; \"$@\" & wait", "bash"), log, redisHost, redisPort, arguments);
	}

	private Process launch(List<String> shell, Path log, String redisHost, int redisPort, String... arguments)
			throws IOException {
		String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
		List<String> command = new ArrayList<>(shell);
		command.addAll(Stream.concat(
				Stream.of(java, "-Xmx128m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC",
						"-Dcontrol-room=http://localhost:" + this.http.getAddress().getPort(), "-cp",
						System.getProperty("java.class.path"), SampleServer.class.getName(), "--server.port=0",
						"--spring.data.redis.host=" + redisHost, "--spring.data.redis.port=" + redisPort),
				Stream.of(arguments))
			.toList());
		Process server = new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(log.toFile()).start();
		this.servers.add(server);
		this.logs.add(log);
		server.onExit().thenRun(() -> this.startedPorts.add(ENDED));
		return server;
	}

	/**
	 * Waits until one more of the launched instances serves requests.
	 */
	public SampleClient awaitStarted() throws InterruptedException, IOException {
		Integer port = this.startedPorts.poll(PATIENCE_SECONDS, TimeUnit.SECONDS);
		if (port == null || port == ENDED) {
			StringBuilder said = new StringBuilder();
			for (Path log : this.logs) {
				said.append(Files.readString(log));
			}
			throw new AssertionError("A server did not start. The servers said:\n" + said);
		}
		return new SampleClient(port);
	}

	/**
	 * Stops all registrations of that name between look-up and store, until opened.
	 */
	Gate closeGateFor(String userName) {
		Gate gate = new Gate();
		this.gates.put(userName, gate);
		return gate;
	}

	@Override
	public void close() {
		this.gates.values().forEach(Gate::open);
		this.servers.forEach(ControlRoom::stop);
		this.http.stop(0);
		this.threads.shutdownNow();
	}

	// In good order first, so that an instance takes the Redis along that it has started.
	// Through the handle, because Process.destroy() closes the stream that the instance
	// takes for the end of the test.
	private static void stop(Process server) {
		server.toHandle().destroy();
		server.onExit().completeOnTimeout(server, 20, TimeUnit.SECONDS).join().destroyForcibly();
	}

	static final class Gate {

		private final Semaphore arrivals = new Semaphore(0);

		private final CountDownLatch opened = new CountDownLatch(1);

		void awaitArrivals(int count) throws InterruptedException {
			assertThat(this.arrivals.tryAcquire(count, PATIENCE_SECONDS, TimeUnit.SECONDS))
				.as(count + " registrations between look-up and store")
				.isTrue();
		}

		void open() {
			this.opened.countDown();
		}

		private void pass() {
			this.arrivals.release();
			try {
				this.opened.await(PATIENCE_SECONDS, TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

}
