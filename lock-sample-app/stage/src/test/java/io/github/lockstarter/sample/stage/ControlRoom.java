package io.github.lockstarter.sample.stage;

import java.io.IOException;
import java.io.UncheckedIOException;
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
import java.util.function.Consumer;
import java.util.stream.Collectors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.TestExecutionExceptionHandler;
import tools.jackson.databind.json.JsonMapper;

import io.github.lockstarter.sample.Patience;
import io.github.lockstarter.sample.SampleClient;
import io.github.lockstarter.test.ShortJvm;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Starts instances of the sample in JVMs of their own, and decides when a registration
 * that has looked its user up may go on: this forces an interleaving where a test could
 * only hope for it. As an extension of a test it ends them with each test, and adds what
 * they have said to its failure.
 */
public final class ControlRoom implements AutoCloseable, AfterEachCallback, TestExecutionExceptionHandler {

	private static final int ENDED = -1;

	private static final int MOST_CALLS_AT_ONCE = 200;

	// The logs stay there and tell more than a failure does
	private static final Path FILES = Path.of("target", "servers").toAbsolutePath();

	private static final int LAST_LINES = 80;

	private final Map<String, Gate> gates = new ConcurrentHashMap<>();

	private final BlockingQueue<Integer> startedPorts = new LinkedBlockingQueue<>();

	private final Queue<Process> servers = new ConcurrentLinkedQueue<>();

	private final Queue<Path> logs = new ConcurrentLinkedQueue<>();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final Map<String, String> settings;

	private final HttpServer http;

	public ControlRoom() {
		this(Map.of());
	}

	/**
	 * Creates the room.
	 * @param settings for its instances, and for those that they start
	 */
	public ControlRoom(Map<String, String> settings) {
		this.settings = settings;
		try {
			this.http = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
					MOST_CALLS_AT_ONCE);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.http.setExecutor(this.threads);
		this.http.createContext("/started", (exchange) -> {
			this.startedPorts.add(Integer.valueOf(exchange.getRequestURI().getQuery()));
			answer(exchange);
		});
		this.http.createContext("/looked-up", (exchange) -> atTheGate(exchange, Gate::pass));
		this.http.createContext("/refused", (exchange) -> atTheGate(exchange, Gate::turnAway));
		this.http.start();
	}

	private void atTheGate(HttpExchange exchange, Consumer<Gate> event) throws IOException {
		Gate gate = this.gates.get(exchange.getRequestURI().getQuery());
		if (gate != null) {
			event.accept(gate);
		}
		answer(exchange);
	}

	private static void answer(HttpExchange exchange) throws IOException {
		exchange.sendResponseHeaders(204, -1);
		exchange.close();
	}

	/**
	 * Launches an instance on a port of its own choice.
	 * @param name the name of its log
	 * @param redisHost where its Redis is
	 * @param redisPort where its Redis is
	 * @param arguments further arguments
	 * @return its process
	 */
	public Process launch(String name, String redisHost, int redisPort, String... arguments) {
		return launch(List.of(), name, redisHost, redisPort, arguments);
	}

	/**
	 * Launches an instance as a terminal does: in a process group of its own, with all
	 * that it starts. The process is that of the shell, which ends after the instance.
	 */
	Process launchInItsOwnGroup(String name, String redisHost, int redisPort, String... arguments) {
		return launch(List.of("bash", "-c", "set -m; \"$@\" & wait", "bash"), name, redisHost, redisPort, arguments);
	}

	private Process launch(List<String> shell, String name, String redisHost, int redisPort, String... arguments) {
		List<String> command = new ArrayList<>(shell);
		command.addAll(ShortJvm.command("-Xmx128m", "-cp", System.getProperty("java.class.path"),
				SampleServer.class.getName(), "--server.port=0", "--spring.data.redis.host=" + redisHost,
				"--spring.data.redis.port=" + redisPort,
				"--sample.database.path=" + FILES.resolve("stock-" + redisPort)));
		command.addAll(List.of(arguments));
		ProcessBuilder builder = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(log(name).toFile());
		builder.environment().put(SampleServer.CONTROL_ROOM, "http://localhost:" + this.http.getAddress().getPort());
		builder.environment().put("SPRING_APPLICATION_JSON", new JsonMapper().writeValueAsString(this.settings));
		try {
			Files.createDirectories(FILES);
			Process server = builder.start();
			this.servers.add(server);
			this.logs.add(log(name));
			server.onExit().thenRun(() -> this.startedPorts.add(ENDED));
			return server;
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static Path log(String name) {
		return FILES.resolve(name + ".log");
	}

	/**
	 * Waits until one more of the launched instances serves requests.
	 * @return its client
	 */
	public SampleClient awaitStarted() {
		try {
			Integer port = this.startedPorts.poll(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
			if (port == null || port == ENDED) {
				throw new AssertionError(
						(port != null) ? "A server has ended" : "No server started within " + Patience.LIMIT);
			}
			return new SampleClient(port);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * What a launched instance has said, and those that it has started.
	 * @param name the name of its log
	 * @return all of it so far
	 */
	public String said(String name) {
		try {
			return Files.readString(log(name));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private String said() {
		return this.logs.stream().map(ControlRoom::end).collect(Collectors.joining("\n"));
	}

	private static String end(Path log) {
		try {
			List<String> lines = Files.readAllLines(log);
			return "... " + log + "\n"
					+ String.join("\n", lines.subList(Math.max(0, lines.size() - LAST_LINES), lines.size()));
		}
		catch (IOException ex) {
			return log + " cannot be read: " + ex;
		}
	}

	/**
	 * Stops all registrations of that name between look-up and store, until opened.
	 * @param userName the name
	 * @return the gate
	 */
	public Gate closeGateFor(String userName) {
		Gate gate = new Gate();
		this.gates.put(userName, gate);
		return gate;
	}

	/**
	 * Adds to a failure what the launched instances have said last.
	 * @param failure what is thrown then
	 */
	public void explain(Throwable failure) {
		failure.addSuppressed(new ServersSaid(said()));
	}

	@Override
	public void handleTestExecutionException(ExtensionContext context, Throwable failure) throws Throwable {
		explain(failure);
		throw failure;
	}

	@Override
	public void afterEach(ExtensionContext context) {
		close();
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
		server.onExit()
			.completeOnTimeout(server, Patience.LIMIT.toSeconds(), TimeUnit.SECONDS)
			.join()
			.destroyForcibly();
	}

	/**
	 * Between the look-up and the store of one name.
	 */
	public static final class Gate {

		private final Semaphore arrivals = new Semaphore(0);

		private final Semaphore refusals = new Semaphore(0);

		private final CountDownLatch opened = new CountDownLatch(1);

		/**
		 * Waits until registrations stand at the gate.
		 * @param count how many
		 */
		public void awaitArrivals(int count) throws InterruptedException {
			await(this.arrivals, count, "registrations between look-up and store");
		}

		/**
		 * Waits until registrations were refused, because another has the lock.
		 * @param count how many
		 */
		public void awaitRefusals(int count) throws InterruptedException {
			await(this.refusals, count, "registrations turned away");
		}

		private static void await(Semaphore events, int count, String what) throws InterruptedException {
			assertThat(events.tryAcquire(count, Patience.LIMIT.toSeconds(), TimeUnit.SECONDS))
				.as(() -> "%d of %d %s".formatted(events.availablePermits(), count, what))
				.isTrue();
		}

		/**
		 * Lets them pass, and all that come later.
		 */
		public void open() {
			this.opened.countDown();
		}

		private void turnAway() {
			this.refusals.release();
		}

		private void pass() {
			this.arrivals.release();
			try {
				this.opened.await(Patience.LIMIT.toSeconds(), TimeUnit.SECONDS);
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}

	}

	/**
	 * Comes with a failure.
	 */
	private static final class ServersSaid extends RuntimeException {

		ServersSaid(String words) {
			super("The servers said:\n" + words, null, false, false);
		}

	}

}
