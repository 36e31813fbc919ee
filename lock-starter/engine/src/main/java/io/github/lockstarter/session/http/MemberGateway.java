package io.github.lockstarter.session.http;

import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import javax.net.ssl.SSLContext;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * Sends requests to the members of a cluster over HTTP, to one member at a time.
 *
 * @param <A> what an answer is read as
 */
public abstract class MemberGateway<A> {

	/**
	 * Concurrent requests, each on a connection.
	 */
	public static final int MOST_AT_ONCE = 16;

	private static final int REQUESTS_OF_A_SESSION = 6;

	private static final long LONGEST_MILLIS = 3_000;

	private final List<String> endpoints;

	private final ScheduledExecutorService timers;

	private final Duration patience;

	private final HttpPool http;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Deque<HttpCall<A>> waiting = new ArrayDeque<>();

	private final Set<HttpCall<A>> all = new LinkedHashSet<>();

	private int running;

	private boolean closed;

	private volatile int member;

	private volatile Runnable troubled = () -> {
	};

	/**
	 * Creates the gateway, without a connection.
	 * @param endpoints the addresses of the members
	 * @param ssl the TLS configuration; null for the default of this JVM
	 * @param patience how long a request may take
	 * @param timers runs what follows on answers, and short tasks
	 * @param clock the clocks of this JVM
	 * @param http creates the clients
	 */
	protected MemberGateway(List<String> endpoints, @Nullable SSLContext ssl, Duration patience,
			ScheduledExecutorService timers, LockClock clock, HttpClients http) {
		this.endpoints = endpoints;
		this.timers = timers;
		this.patience = patience;
		HttpClient.Builder builder = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(this.patience.dividedBy(2))
			.executor(timers);
		if (ssl != null) {
			builder.sslContext(ssl);
		}
		this.http = new HttpPool(() -> http.make(builder), clock);
	}

	/**
	 * Writes a request.
	 * @param endpoint the address of the member
	 * @param call the request
	 * @param body its body
	 * @param token the token of its login, or null
	 * @return the request, without a timeout
	 */
	protected abstract HttpRequest.Builder request(String endpoint, HttpCall<A> call, String body,
			@Nullable String token);

	/**
	 * Reads an answer: calls {@link HttpCall#answered}, {@link HttpCall#refused},
	 * {@link HttpCall#beginAgain} or {@link HttpCall#fail}.
	 * @param call the request
	 * @param status the status of the answer
	 * @param headers its headers
	 * @param text its body
	 */
	protected abstract void read(HttpCall<A> call, int status, HttpHeaders headers, String text);

	/**
	 * The property of the TLS configuration, for messages.
	 * @return the full name
	 */
	protected abstract String sslProperty();

	/**
	 * The token of the login.
	 * @return the token, null if none is needed
	 */
	protected CompletableFuture<@Nullable String> token() {
		return CompletableFuture.completedFuture(null);
	}

	/**
	 * Sets what to do when a member has failed, before the next one is tried.
	 * @param action is run on any thread
	 */
	public void onTrouble(Runnable action) {
		this.troubled = action;
	}

	/**
	 * How long a request may take: short enough that several members can be tried before
	 * the session ends.
	 * @param session the session timeout
	 * @return the time
	 */
	public static Duration patience(Duration session) {
		return Duration.ofMillis(Math.min(session.toMillis() / REQUESTS_OF_A_SESSION, LONGEST_MILLIS));
	}

	/**
	 * How long a request may take.
	 * @return the time
	 */
	public Duration patience() {
		return this.patience;
	}

	/**
	 * How many members there are.
	 * @return the number
	 */
	public int members() {
		return this.endpoints.size();
	}

	/**
	 * Sends a request after those that were queued before.
	 * @param method the HTTP method
	 * @param path the path
	 * @param body writes the body when the request is sent
	 * @return the answer
	 */
	protected CompletableFuture<A> ask(String method, String path, Supplier<String> body) {
		return ask(new HttpCall<>(this, method, path, body, true));
	}

	/**
	 * Sends a request ahead of queued ones.
	 * @param method the HTTP method
	 * @param path the path
	 * @param body the body
	 * @return the answer
	 */
	protected CompletableFuture<A> askFirst(String method, String path, String body) {
		return ask(new HttpCall<>(this, method, path, () -> body, false));
	}

	/**
	 * Sends a request that logs in: it has no token and does not queue.
	 * @param method the HTTP method
	 * @param path the path
	 * @param body the body
	 * @return the answer
	 */
	protected CompletableFuture<A> askAsNobody(String method, String path, String body) {
		return new HttpCall<>(this, method, path, () -> body, false).asNobody();
	}

	private CompletableFuture<A> ask(HttpCall<A> call) {
		boolean begin;
		this.mutex.lock();
		try {
			if (this.closed) {
				return CompletableFuture.failedFuture(closed(Outcome.NOT_SENT));
			}
			this.all.add(call);
			begin = !call.isQueued() || this.running < MOST_AT_ONCE;
			if (!begin) {
				this.waiting.add(call);
			}
			else if (call.isQueued()) {
				this.running++;
			}
		}
		finally {
			this.mutex.unlock();
		}
		call.limit();
		if (begin) {
			call.begin();
		}
		return call.answer();
	}

	void ended(HttpCall<A> call) {
		HttpCall<A> next;
		this.mutex.lock();
		try {
			if (!this.all.remove(call) || !call.isQueued()) {
				return;
			}
			if (this.waiting.remove(call)) {
				return;
			}
			next = this.waiting.poll();
			if (next == null) {
				this.running--;
			}
		}
		finally {
			this.mutex.unlock();
		}
		if (next != null) {
			next.begin();
		}
	}

	ScheduledExecutorService timers() {
		return this.timers;
	}

	/**
	 * The address of a member.
	 * @param index its index
	 * @return the address
	 */
	public String endpoint(int index) {
		return this.endpoints.get(index);
	}

	Exchange send(int index, HttpCall<A> call, String body, @Nullable String token,
			HttpResponse.BodyHandler<String> handler) {
		return send(index, request(endpoint(index), call, body, token).build(), handler);
	}

	/**
	 * Sends a request whose answer takes its time, beside all others.
	 * @param index the member
	 * @param request the request
	 * @param handler receives the body
	 * @return the exchange
	 */
	protected Exchange send(int index, HttpRequest request, HttpResponse.BodyHandler<String> handler) {
		HttpPool.Generation by = this.http.take(index);
		CompletableFuture<HttpResponse<String>> response = by.client().sendAsync(request, handler);
		response.thenAccept((answer) -> this.http.answered(by, index));
		return new Exchange(response, by);
	}

	/**
	 * An answer did not come in time: its connection may be dead, and others with it.
	 * @param exchange the exchange
	 */
	protected void unanswered(Exchange exchange) {
		this.http.failed(exchange.by);
	}

	void failed(int index) {
		this.mutex.lock();
		try {
			if (this.closed) {
				return;
			}
			if (this.member == index) {
				this.member = (index + 1) % members();
			}
		}
		finally {
			this.mutex.unlock();
		}
		this.troubled.run();
	}

	/**
	 * The member that is used.
	 * @return its index
	 */
	public int member() {
		return this.member;
	}

	/**
	 * Fails all requests, and those to come.
	 */
	public void close() {
		List<HttpCall<A>> last;
		this.mutex.lock();
		try {
			this.closed = true;
			this.waiting.clear();
			last = List.copyOf(this.all);
		}
		finally {
			this.mutex.unlock();
		}
		last.forEach((call) -> call.fail(closed(call.isSent() ? Outcome.UNKNOWN : Outcome.NOT_SENT)));
	}

	static RequestException closed(Outcome outcome) {
		return new RequestException(outcome, "the connection is closed", null);
	}

	/**
	 * A request that was sent.
	 */
	public static final class Exchange {

		private final CompletableFuture<HttpResponse<String>> response;

		private final HttpPool.Generation by;

		Exchange(CompletableFuture<HttpResponse<String>> response, HttpPool.Generation by) {
			this.response = response;
			this.by = by;
		}

		/**
		 * The answer.
		 * @return completes with its end
		 */
		public CompletableFuture<HttpResponse<String>> response() {
			return this.response;
		}

	}

}
