package io.github.lockstarter.etcd;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.session.http.Json;

/**
 * A member of etcd with its gateway, which does what a test says.
 */
public final class TestGateway implements AutoCloseable {

	private final EtcdModel model;

	private final HttpServer server;

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "gateway");
		thread.setDaemon(true);
		return thread;
	});

	private final ScheduledExecutorService clock = Executors.newSingleThreadScheduledExecutor();

	private final List<String> paths = new CopyOnWriteArrayList<>();

	private final Set<String> tokens = ConcurrentHashMap.newKeySet();

	private final AtomicInteger open = new AtomicInteger();

	private final AtomicInteger mostOpen = new AtomicInteger();

	private volatile Fault fault = (path, body) -> null;

	private volatile @Nullable CountDownLatch held;

	private volatile boolean pieces;

	private volatile @Nullable String password;

	public TestGateway(EtcdModel model) {
		this.model = model;
		try {
			this.server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		this.server.createContext("/v3/", this::handle);
		this.server.setExecutor(this.threads);
		this.server.start();
		this.clock.scheduleWithFixedDelay(model::expire, 20, 20, TimeUnit.MILLISECONDS);
	}

	public String endpoint() {
		return "http://127.0.0.1:" + this.server.getAddress().getPort();
	}

	/**
	 * What is answered instead, from now on.
	 */
	void fault(Fault instead) {
		this.fault = instead;
	}

	/**
	 * Nothing is answered, or done, until it is let go.
	 */
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
	 * Lines come in small pieces.
	 */
	void inPieces() {
		this.pieces = true;
	}

	/**
	 * Requests need a user from now on.
	 * @param secret its password
	 */
	public void askFor(String secret) {
		this.password = secret;
	}

	/**
	 * Tokens that were given are not known any more.
	 */
	public void forgetTokens() {
		this.tokens.clear();
	}

	List<String> paths() {
		return List.copyOf(this.paths);
	}

	/**
	 * How many requests were on their way at once, of those that are no stream.
	 */
	int mostOpen() {
		return this.mostOpen.get();
	}

	private void handle(HttpExchange exchange) throws IOException {
		String path = exchange.getRequestURI().getPath().substring("/v3/".length());
		this.paths.add(path);
		String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
		boolean stream = path.equals("watch");
		if (!stream) {
			this.mostOpen.accumulateAndGet(this.open.incrementAndGet(), Math::max);
		}
		try {
			CountDownLatch latch = this.held;
			if (latch != null) {
				latch.await();
			}
			answer(exchange, path, body, stream);
		}
		catch (EtcdRefusal ex) {
			write(exchange, ex.status(), ex.body());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		finally {
			if (!stream) {
				this.open.decrementAndGet();
			}
			exchange.close();
		}
	}

	private void answer(HttpExchange exchange, String path, String text, boolean stream)
			throws IOException, EtcdRefusal, InterruptedException {
		Json body = Json.of(text);
		Reply reply = this.fault.instead(path, body);
		if (reply == Reply.NONE_BEFORE) {
			return;
		}
		if (reply != null && reply != Reply.NONE_AFTER) {
			Thread.sleep(reply.delay.toMillis());
			if (reply.status > 0) {
				write(exchange, reply.status, reply.body);
				return;
			}
		}
		if (path.equals("auth/authenticate")) {
			authenticate(exchange, body);
			return;
		}
		if (this.password != null) {
			String token = exchange.getRequestHeaders().getFirst("Authorization");
			if (token == null) {
				throw new EtcdRefusal(400, 3, "etcdserver: user name is empty");
			}
			if (!this.tokens.contains(token)) {
				throw new EtcdRefusal(401, 16, "etcdserver: invalid auth token");
			}
		}
		if (stream) {
			stream(exchange, text);
			return;
		}
		String answer = this.model.answer(path, body);
		if (reply != Reply.NONE_AFTER) {
			write(exchange, 200, answer);
		}
	}

	private void authenticate(HttpExchange exchange, Json body) throws IOException, EtcdRefusal {
		if (this.password == null) {
			throw new EtcdRefusal(412, 9, "etcdserver: authentication is not enabled");
		}
		if (!body.at("password").text().equals(this.password)) {
			throw new EtcdRefusal(400, 3, "etcdserver: authentication failed, invalid user ID or password");
		}
		String token = body.at("name").text() + "." + System.nanoTime();
		this.tokens.add(token);
		write(exchange, 200, "{\"token\":\"" + token + "\"}");
	}

	private void stream(HttpExchange exchange, String body) throws IOException, InterruptedException {
		BlockingQueue<String> lines = new LinkedBlockingQueue<>();
		EtcdWatches.Watcher watcher = this.model.watch(body, lines::add);
		exchange.sendResponseHeaders(200, 0);
		try (OutputStream out = exchange.getResponseBody()) {
			for (String line = lines.take(); !line.isEmpty(); line = lines.take()) {
				byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
				int size = this.pieces ? 7 : bytes.length;
				for (int begin = 0; begin < bytes.length; begin += size) {
					out.write(bytes, begin, Math.min(size, bytes.length - begin));
					out.flush();
				}
			}
		}
		finally {
			this.model.end(watcher);
		}
	}

	private static void write(HttpExchange exchange, int status, String body) throws IOException {
		byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
		exchange.sendResponseHeaders(status, bytes.length);
		exchange.getResponseBody().write(bytes);
	}

	@Override
	public void close() {
		letGo();
		this.clock.shutdownNow();
		this.server.stop(0);
		this.threads.shutdownNow();
	}

	/**
	 * Says what is answered instead.
	 */
	interface Fault {

		@Nullable Reply instead(String path, Json body);

	}

	/**
	 * An answer.
	 *
	 * @param status the status, zero for what etcd would answer
	 * @param body the body
	 * @param delay before it is answered, or done
	 */
	record Reply(int status, String body, Duration delay) {

		/**
		 * The connection breaks before anything is done.
		 */
		static final Reply NONE_BEFORE = new Reply(0, "", Duration.ZERO);

		/**
		 * It is done, and the connection breaks then.
		 */
		static final Reply NONE_AFTER = new Reply(0, "", Duration.ZERO);

		static Reply of(int status, String body) {
			return new Reply(status, body, Duration.ZERO);
		}

		static Reply error(int status, int code, String message) {
			return of(status, new EtcdRefusal(status, code, message).body());
		}

		static Reply after(Duration delay) {
			return new Reply(0, "", delay);
		}

	}

}
