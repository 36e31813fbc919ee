package io.github.lockstarter.etcd;

import java.net.URI;
import java.net.http.HttpClient;
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

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Credentials;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * Sends requests to etcd as JSON over HTTP, to one member at a time.
 */
final class Gateway {

	// Concurrent requests, each on a connection.
	static final int MOST_AT_ONCE = 16;

	private static final int REQUESTS_OF_A_SESSION = 6;

	private static final long LONGEST_MILLIS = 3_000;

	private final EtcdSettings settings;

	private final ScheduledExecutorService timers;

	private final Duration patience;

	private final HttpPool http;

	private final Login login;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Deque<Call> waiting = new ArrayDeque<>();

	private final Set<Call> all = new LinkedHashSet<>();

	private int running;

	private boolean closed;

	private volatile int member;

	private volatile Runnable troubled = () -> {
	};

	Gateway(EtcdSettings settings, Supplier<Credentials> credentials, Duration patience,
			ScheduledExecutorService timers, LockClock clock, HttpClients http) {
		this.settings = settings;
		this.timers = timers;
		this.patience = patience;
		HttpClient.Builder builder = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(this.patience.dividedBy(2))
			.executor(timers);
		if (settings.ssl() != null) {
			builder.sslContext(settings.ssl());
		}
		this.http = new HttpPool(() -> http.make(builder), clock);
		this.login = new Login(settings.username() != null, credentials, this::logIn);
	}

	// Called when a member has failed, before the next one is tried.
	void onTrouble(Runnable action) {
		this.troubled = action;
	}

	// Short enough that several members can be tried before the session ends.
	static Duration patience(Duration session) {
		return Duration.ofMillis(Math.min(session.toMillis() / REQUESTS_OF_A_SESSION, LONGEST_MILLIS));
	}

	Duration patience() {
		return this.patience;
	}

	int members() {
		return this.settings.endpoints().size();
	}

	CompletableFuture<Json> ask(String path, Supplier<String> body) {
		return ask(new Call(this, path, body, true));
	}

	// Ahead of queued requests.
	CompletableFuture<Json> askFirst(String path, String body) {
		return ask(new Call(this, path, () -> body, false));
	}

	private CompletableFuture<Json> ask(Call call) {
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

	void ended(Call call) {
		Call next;
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

	private CompletableFuture<Json> logIn(String body) {
		return new Call(this, "auth/authenticate", () -> body, false).asNobody();
	}

	Login login() {
		return this.login;
	}

	ScheduledExecutorService timers() {
		return this.timers;
	}

	String endpoint(int index) {
		return this.settings.endpoints().get(index);
	}

	Exchange send(int index, String path, String body, @Nullable String token,
			HttpResponse.BodyHandler<String> handler) {
		HttpRequest request = request(index, path, body, token).build();
		HttpPool.Generation by = this.http.take(index);
		CompletableFuture<HttpResponse<String>> response = by.client().sendAsync(request, handler);
		response.thenAccept((answer) -> this.http.answered(by, index));
		return new Exchange(response, by);
	}

	void unanswered(Exchange exchange) {
		this.http.failed(exchange.by());
	}

	Exchange stream(String path, String body, @Nullable String token, HttpResponse.BodyHandler<String> handler) {
		return send(this.member, path, body, token, handler);
	}

	private HttpRequest.Builder request(int index, String path, String body, @Nullable String token) {
		HttpRequest.Builder request = HttpRequest
			.newBuilder(URI.create(this.settings.endpoints().get(index) + "/v3/" + path))
			// Makes the member refuse at once if there is no leader.
			.header("Grpc-Metadata-Hasleader", "true")
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(body));
		return (token != null) ? request.header("Authorization", token) : request;
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

	int member() {
		return this.member;
	}

	void close() {
		List<Call> last;
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

	static EtcdException closed(Outcome outcome) {
		return new EtcdException(outcome, "the connection is closed", null);
	}

	record Exchange(CompletableFuture<HttpResponse<String>> response, HttpPool.Generation by) {

	}

}
