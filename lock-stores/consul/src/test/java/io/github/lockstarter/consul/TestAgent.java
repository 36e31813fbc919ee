package io.github.lockstarter.consul;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

/**
 * A server of Consul with its HTTP API, and the faults of a test.
 */
public final class TestAgent implements AutoCloseable {

	private final ConsulModel model;

	private final HttpServer server;

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "consul");
		thread.setDaemon(true);
		return thread;
	});

	private final List<String> paths = new CopyOnWriteArrayList<>();

	private final AtomicInteger polls = new AtomicInteger();

	private final AtomicInteger mostPolls = new AtomicInteger();

	private volatile Fault fault = (path, body) -> null;

	private volatile @Nullable CountDownLatch held;

	private volatile @Nullable String token;

	public TestAgent(ConsulModel model) {
		this.model = model;
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.server.createContext("/", this::handle);
		this.server.setExecutor(this.threads);
		this.server.start();
	}

	public String endpoint() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	void fault(Fault instead) {
		this.fault = instead;
	}

	// Nothing is answered, or done, until it is let go.
	void hold() {
		this.held = new CountDownLatch(1);
	}

	void letGo() {
		CountDownLatch latch = this.held;
		this.held = null;
		if (latch != null) {
			latch.countDown();
		}
	}

	/**
	 * Requires a token from now on.
	 * @param secret the token
	 */
	public void askFor(String secret) {
		this.token = secret;
	}

	List<String> paths() {
		return List.copyOf(this.paths);
	}

	long count(String begin) {
		return this.paths.stream().filter((path) -> path.startsWith(begin)).count();
	}

	int polls() {
		return this.polls.get();
	}

	int mostPolls() {
		return this.mostPolls.get();
	}

	private void handle(HttpExchange exchange) throws IOException {
		String path = exchange.getRequestURI().getPath().substring("/v1/".length());
		Map<String, String> query = query(exchange.getRequestURI().getRawQuery());
		this.paths
			.add(path + query.keySet().stream().filter("consistent"::equals).map("?"::concat).findFirst().orElse(""));
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		try {
			CountDownLatch latch = this.held;
			if (latch != null) {
				latch.await();
			}
			answer(exchange, path, query, body);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			exchange.close();
		}
	}

	private static Map<String, String> query(@Nullable String raw) {
		return Arrays.stream(((raw != null) ? raw : "").split("&"))
			.map((part) -> part.split("=", 2))
			.collect(Collectors.toMap((part) -> part[0], (part) -> (part.length > 1) ? part[1] : "",
					(one, other) -> other, ConcurrentHashMap::new));
	}

	private void answer(HttpExchange exchange, String path, Map<String, String> query, String body)
			throws IOException, InterruptedException {
		boolean poll = query.containsKey("index");
		Reply reply = this.fault.instead(poll ? "poll" : path, body);
		if (reply == Reply.NONE_BEFORE) {
			return;
		}
		if (reply != null && reply.answer != null) {
			write(exchange, reply.answer);
			return;
		}
		String needed = this.token;
		if (needed != null && !needed.equals(exchange.getRequestHeaders().getFirst("X-Consul-Token"))) {
			write(exchange, new ConsulReply(403, 0, "ACL not found"));
			return;
		}
		if (poll) {
			this.mostPolls.accumulateAndGet(this.polls.incrementAndGet(), Math::max);
			try {
				String wait = query.getOrDefault("wait", "1000ms");
				this.model.await(path.substring("kv/".length()), Long.parseLong(query.getOrDefault("index", "0")),
						Long.parseLong(wait.substring(0, wait.length() - 2)));
			}
			finally {
				this.polls.decrementAndGet();
			}
		}
		ConsulReply answer = this.model.answer(exchange.getRequestMethod(), path, body);
		if (reply != Reply.NONE_AFTER) {
			write(exchange, answer);
		}
	}

	private static void write(HttpExchange exchange, ConsulReply reply) throws IOException {
		byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
		if (reply.index() > 0) {
			exchange.getResponseHeaders().add("X-Consul-Index", Long.toString(reply.index()));
		}
		exchange.sendResponseHeaders(reply.status(), (bytes.length == 0) ? -1 : bytes.length);
		exchange.getResponseBody().write(bytes);
	}

	@Override
	public void close() {
		letGo();
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	/**
	 * Says what is answered instead.
	 */
	interface Fault {

		@Nullable Reply instead(String path, String body);

	}

	/**
	 * An answer.
	 *
	 * @param answer what is answered without doing anything, or null
	 */
	record Reply(@Nullable ConsulReply answer) {

		/**
		 * The regular answer.
		 */
		static final Reply REGULAR = new Reply(null);

		/**
		 * The connection breaks before anything is done.
		 */
		static final Reply NONE_BEFORE = new Reply(null);

		/**
		 * It is done, and the connection breaks then.
		 */
		static final Reply NONE_AFTER = new Reply(null);

		static Reply of(int status, String body) {
			return new Reply(new ConsulReply(status, 0, body));
		}

	}

}
