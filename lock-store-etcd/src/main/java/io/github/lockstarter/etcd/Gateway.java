package io.github.lockstarter.etcd;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException.Outcome;

/**
 * The way to etcd: JSON over HTTP, to one member at a time. Another one is asked when a
 * member cannot be reached, does not answer in time or says that it cannot; what may have
 * been executed is not sent again.
 *
 * <p>
 * There are few connections, however many ask: a request waits for one, in the order in
 * which they came.
 */
final class Gateway {

	/**
	 * Requests on their way at once, each on a connection.
	 */
	static final int MOST_AT_ONCE = 16;

	private static final int OK = 200;

	private static final int REQUESTS_OF_A_SESSION = 6;

	private static final long LONGEST_MILLIS = 3_000;

	private static final Log logger = LogFactory.getLog(Gateway.class);

	private final EtcdSettings settings;

	private final ScheduledExecutorService timers;

	private final Duration patience;

	private final HttpClient http;

	private final ReentrantLock mutex = new ReentrantLock();

	private final Deque<Call> waiting = new ArrayDeque<>();

	private final Set<Call> all = new HashSet<>();

	private int running;

	private boolean closed;

	private @Nullable CompletableFuture<String> login;

	private volatile int member;

	private volatile Runnable troubled = () -> {
	};

	Gateway(EtcdSettings settings, ScheduledExecutorService timers) {
		this.settings = settings;
		this.timers = timers;
		this.patience = Duration
			.ofMillis(Math.min(settings.sessionTtl().toMillis() / REQUESTS_OF_A_SESSION, LONGEST_MILLIS));
		HttpClient.Builder builder = HttpClient.newBuilder()
			.version(HttpClient.Version.HTTP_1_1)
			.connectTimeout(this.patience.dividedBy(2))
			.executor(timers);
		if (settings.ssl() != null) {
			builder.sslContext(settings.ssl());
		}
		this.http = builder.build();
	}

	/**
	 * Has somebody told when a member has failed, before the next one is asked.
	 */
	void onTrouble(Runnable action) {
		this.troubled = action;
	}

	/**
	 * For how long an answer is waited for.
	 */
	Duration patience() {
		return this.patience;
	}

	int members() {
		return this.settings.endpoints().size();
	}

	/**
	 * Asks as soon as there is a connection for it.
	 * @param path what is asked for, such as "kv/txn"
	 * @param body written when it is sent
	 * @return the answer; fails with an {@link EtcdException}
	 */
	CompletableFuture<Json> ask(String path, Supplier<String> body) {
		return ask(new Call(path, body, true));
	}

	/**
	 * Asks at once, whoever waits.
	 */
	CompletableFuture<Json> askFirst(String path, String body) {
		return ask(new Call(path, () -> body, false));
	}

	private CompletableFuture<Json> ask(Call call) {
		boolean begin;
		this.mutex.lock();
		try {
			if (this.closed) {
				return CompletableFuture.failedFuture(closed(Outcome.NOT_SENT));
			}
			this.all.add(call);
			begin = !call.queued || this.running < MOST_AT_ONCE;
			if (!begin) {
				this.waiting.add(call);
			}
			else if (call.queued) {
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
		return call.answer;
	}

	private void ended(Call call) {
		Call next;
		this.mutex.lock();
		try {
			if (!this.all.remove(call) || !call.queued) {
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

	/**
	 * Opens a stream of lines at the member that is asked now.
	 * @param handler takes what comes
	 * @return done when it has ended; to be cancelled
	 */
	CompletableFuture<HttpResponse<String>> stream(String path, String body, @Nullable String token,
			HttpResponse.BodyHandler<String> handler) {
		return this.http.sendAsync(request(this.member, path, body, token).build(), handler);
	}

	/**
	 * The token that says who asks, null if nobody has to.
	 */
	CompletableFuture<@Nullable String> token() {
		if (this.settings.username() == null) {
			return CompletableFuture.completedFuture(null);
		}
		CompletableFuture<String> known;
		boolean mine = false;
		this.mutex.lock();
		try {
			known = this.login;
			if (known == null || known.isCompletedExceptionally()) {
				known = new CompletableFuture<>();
				this.login = known;
				mine = true;
			}
		}
		finally {
			this.mutex.unlock();
		}
		if (mine) {
			login(known);
		}
		return known.thenApply((token) -> token.isEmpty() ? null : token);
	}

	private void login(CompletableFuture<String> result) {
		String body = "{\"name\":" + Json.quoted(String.valueOf(this.settings.username())) + ",\"password\":"
				+ Json.quoted(String.valueOf(this.settings.password())) + "}";
		new Call("auth/authenticate", () -> body, false).asNobody().whenComplete((answer, failure) -> {
			if (failure == null) {
				result.complete(answer.at("token").text());
			}
			else if (failure instanceof NoAuthenticationException) {
				logger.warn("etcd lets everybody in: its authentication is not enabled, so that "
						+ "distributed-lock.etcd.username says nothing");
				result.complete("");
			}
			else {
				result.completeExceptionally(failure);
			}
		});
	}

	/**
	 * A token is not known any more, or is asked for where nobody had one.
	 */
	void forget(@Nullable String token) {
		this.mutex.lock();
		try {
			CompletableFuture<String> known = this.login;
			if (known != null && known.isDone() && !known.isCompletedExceptionally()
					&& known.join().equals((token != null) ? token : "")) {
				this.login = null;
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private HttpRequest.Builder request(int index, String path, String body, @Nullable String token) {
		HttpRequest.Builder request = HttpRequest
			.newBuilder(URI.create(this.settings.endpoints().get(index) + "/v3/" + path))
			// refuse at once if there is no leader
			.header("Grpc-Metadata-Hasleader", "true")
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(body));
		return (token != null) ? request.header("Authorization", token) : request;
	}

	/**
	 * A member has failed: the next one is asked from now on.
	 */
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

	/**
	 * Ends what is on its way.
	 */
	void close() {
		Set<Call> last;
		this.mutex.lock();
		try {
			this.closed = true;
			this.waiting.clear();
			last = Set.copyOf(this.all);
		}
		finally {
			this.mutex.unlock();
		}
		last.forEach((call) -> call.fail(closed(call.sent ? Outcome.UNKNOWN : Outcome.NOT_SENT)));
	}

	private static EtcdException closed(Outcome outcome) {
		return new EtcdException(outcome, "the connection is closed", null);
	}

	private static final class NoAuthenticationException extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

	/**
	 * One request, from when it is given to its answer.
	 */
	private final class Call {

		private final CompletableFuture<Json> answer = new CompletableFuture<>();

		private final String path;

		private final Supplier<String> body;

		private final boolean queued;

		private volatile boolean sent;

		private volatile @Nullable Future<?> limit;

		private volatile @Nullable Future<?> exchange;

		private volatile int index = -1;

		private int tries;

		private boolean renewed;

		Call(String path, Supplier<String> body, boolean queued) {
			this.path = path;
			this.body = body;
			this.queued = queued;
		}

		CompletableFuture<Json> asNobody() {
			limit();
			send(null);
			return this.answer;
		}

		void limit() {
			try {
				this.limit = Gateway.this.timers.schedule(this::late, Gateway.this.patience.toNanos(),
						TimeUnit.NANOSECONDS);
			}
			catch (RejectedExecutionException ex) {
				fail(closed(Outcome.NOT_SENT));
			}
		}

		private void late() {
			if (this.answer.isDone()) {
				return;
			}
			int asked = this.index;
			if (asked >= 0) {
				// before it is told: who is told may ask again
				failed(asked);
			}
			fail(new EtcdException(this.sent ? Outcome.UNKNOWN : Outcome.NOT_SENT,
					"no answer within " + Gateway.this.patience.toMillis() + "ms"
							+ ((asked < 0) ? "" : " from " + Gateway.this.settings.endpoints().get(asked)),
					null));
		}

		void begin() {
			token().whenComplete((token, failure) -> {
				if (failure != null) {
					fail(EtcdException.of(failure));
				}
				else {
					send(token);
				}
			});
		}

		private void send(@Nullable String token) {
			if (this.answer.isDone()) {
				return;
			}
			int asked = Gateway.this.member;
			this.index = asked;
			CompletableFuture<HttpResponse<String>> exchanged;
			try {
				HttpRequest request = request(asked, this.path, this.body.get(), token).build();
				this.sent = true;
				exchanged = Gateway.this.http.sendAsync(request, (info) -> HttpResponse.BodySubscribers
					.mapping(HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8), (text) -> {
						// afterwards: the connection is free then
						then(() -> arrived(asked, token, info.statusCode(), text));
						return text;
					}));
			}
			catch (RuntimeException ex) {
				fail(EtcdException.of(ex));
				return;
			}
			this.exchange = exchanged;
			exchanged.whenComplete((response, failure) -> {
				if (failure != null) {
					then(() -> broken(asked, token, EtcdException.cause(failure)));
				}
			});
		}

		private void then(Runnable action) {
			try {
				Gateway.this.timers.execute(() -> {
					if (!this.answer.isDone()) {
						action.run();
					}
				});
			}
			catch (RejectedExecutionException ex) {
				fail(closed(Outcome.UNKNOWN));
			}
		}

		private void arrived(int asked, @Nullable String token, int status, String text) {
			if (status == OK) {
				answered(asked, text);
			}
			else {
				refused(asked, token, GatewayError.of(status, text));
			}
		}

		private void broken(int asked, @Nullable String token, Throwable failure) {
			boolean before = GatewayError.isBeforeSending(failure);
			String said = (before ? "no connection to " : "the connection is broken to ")
					+ Gateway.this.settings.endpoints().get(asked)
					+ ((failure.getMessage() != null) ? ": " + failure.getMessage() : "");
			failed(asked);
			if (before && ++this.tries < members()) {
				this.sent = false;
				send(token);
			}
			else {
				fail(new EtcdException(before ? Outcome.NOT_SENT : Outcome.UNKNOWN, said, failure));
			}
		}

		private void answered(int asked, String text) {
			Json json;
			try {
				json = Json.of(text);
			}
			catch (IllegalArgumentException ex) {
				fail(new EtcdException(Outcome.UNKNOWN,
						Gateway.this.settings.endpoints().get(asked) + " does not answer as etcd does", ex));
				return;
			}
			// a stream of one answer
			Json error = json.at("error");
			if (error.isThere()) {
				refused(asked, null, GatewayError.of(OK, text));
				return;
			}
			end();
			this.answer.complete(json.at("result").isThere() ? json.at("result") : json);
		}

		private void refused(int asked, @Nullable String token, GatewayError error) {
			if (error.isWithoutAuthentication() && this.path.startsWith("auth/")) {
				fail(new NoAuthenticationException());
				return;
			}
			if (isOfAnOldLogin(token, error) && !this.renewed) {
				this.renewed = true;
				this.sent = false;
				forget(token);
				begin();
				return;
			}
			if (error.isOfTheMember()) {
				failed(asked);
				if (error.isBeforeExecution() && ++this.tries < members()) {
					this.sent = false;
					send(token);
					return;
				}
			}
			fail(error.exception());
		}

		private boolean isOfAnOldLogin(@Nullable String token, GatewayError error) {
			return (token != null) ? error.isOfAnOldToken()
					: Gateway.this.settings.username() != null && error.isOfNobody();
		}

		private void fail(RuntimeException failure) {
			end();
			this.answer.completeExceptionally(failure);
			Future<?> open = this.exchange;
			if (open != null) {
				open.cancel(true);
			}
		}

		private void end() {
			Future<?> armed = this.limit;
			if (armed != null) {
				armed.cancel(false);
			}
			ended(this);
		}

	}

}
