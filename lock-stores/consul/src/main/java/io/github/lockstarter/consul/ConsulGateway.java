package io.github.lockstarter.consul;

import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.session.http.HttpCall;
import io.github.lockstarter.session.http.HttpClients;
import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.session.http.MemberGateway;
import io.github.lockstarter.session.http.RequestException;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * Sends requests to the HTTP API of Consul.
 */
final class ConsulGateway extends MemberGateway<ConsulAnswer> {

	private static final String PUT = "PUT";

	private static final String INDEX = "X-Consul-Index";

	private static final String TRANSACTION = "txn";

	private final Supplier<@Nullable String> tokens;

	private final @Nullable String datacenter;

	private volatile @Nullable String token;

	ConsulGateway(ConsulSettings settings, Supplier<@Nullable String> tokens, Duration patience,
			ScheduledExecutorService timers, LockClock clock, HttpClients http) {
		super(settings.endpoints(), settings.ssl(), patience, timers, clock, http);
		this.tokens = tokens;
		this.datacenter = settings.datacenter();
		this.token = tokens.get();
	}

	CompletableFuture<ConsulAnswer> read(String key) {
		return ask("GET", consistent(key), () -> "");
	}

	// Ahead of queued requests.
	CompletableFuture<ConsulAnswer> readFirst(String key) {
		return askFirst("GET", consistent(key), "");
	}

	private static String consistent(String key) {
		return "kv/" + escaped(key) + "?consistent";
	}

	CompletableFuture<ConsulAnswer> put(String path, String body) {
		return askFirst(PUT, path, body);
	}

	// Executed by one raft entry, or not at all.
	CompletableFuture<ConsulAnswer> transaction(Supplier<String> operations) {
		return ask(PUT, TRANSACTION, operations);
	}

	CompletableFuture<ConsulAnswer> transactionFirst(String operations) {
		return askFirst(PUT, TRANSACTION, operations);
	}

	// A majority confirms the leader, and nothing is written.
	CompletableFuture<ConsulAnswer> reads(String operations) {
		return ask(PUT, TRANSACTION + "?consistent", () -> operations);
	}

	// A blocking query: answered when the key changes, or after the wait.
	Exchange poll(int index, String key, long after, Duration wait) {
		String path = "kv/" + escaped(key) + "?index=" + after + "&wait=" + wait.toMillis() + "ms";
		// Servers wait for up to a sixteenth longer, at random.
		HttpRequest request = request(endpoint(index), "GET", path, "", this.token)
			.timeout(wait.plus(wait.dividedBy(8)).plus(patience()))
			.build();
		return send(index, request, (info) -> HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8));
	}

	void silent(Exchange exchange) {
		unanswered(exchange);
	}

	static ConsulAnswer answer(int status, HttpHeaders headers, String text) {
		boolean empty = text.isBlank() || status == ConsulAnswer.NOT_FOUND;
		return new ConsulAnswer(status, Json.of(empty ? "null" : text), headers.firstValueAsLong(INDEX).orElse(0));
	}

	@Override
	protected CompletableFuture<@Nullable String> token() {
		return CompletableFuture.completedFuture(this.token);
	}

	@Override
	protected String sslProperty() {
		return "distributed-lock.consul.ssl-bundle";
	}

	@Override
	protected HttpRequest.Builder request(String endpoint, HttpCall<ConsulAnswer> call, String body,
			@Nullable String known) {
		return request(endpoint, call.method(), call.path(), body, known);
	}

	private HttpRequest.Builder request(String endpoint, String method, String path, String body,
			@Nullable String known) {
		String query = (this.datacenter == null) ? ""
				: (path.contains("?") ? "&dc=" : "?dc=") + escaped(this.datacenter);
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint + "/v1/" + path + query))
			.method(method,
					body.isEmpty() ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(body));
		return (known != null) ? request.header("X-Consul-Token", known) : request;
	}

	private static String escaped(String text) {
		return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20").replace("%2F", "/");
	}

	@Override
	protected void read(HttpCall<ConsulAnswer> call, int status, HttpHeaders headers, String text) {
		boolean answered = status == ConsulAnswer.OK
				|| (status == ConsulAnswer.CONFLICT && call.path().startsWith(TRANSACTION))
				|| (status == ConsulAnswer.NOT_FOUND && isMissing(call.path(), headers, text));
		if (!answered) {
			ConsulRefusal refusal = new ConsulRefusal(call.path(), status, text);
			if (!refusal.isOfRights() || !beginAgain(call)) {
				call.refused(refusal);
			}
			return;
		}
		if (status == ConsulAnswer.CONFLICT && ConsulRefusal.isDenied(text) && beginAgain(call)) {
			return;
		}
		try {
			call.answered(answer(status, headers, text));
		}
		catch (IllegalArgumentException ex) {
			call.fail(new RequestException(Outcome.UNKNOWN, call.endpoint() + " does not answer as Consul does", ex));
		}
	}

	// Other HTTP servers answer 404, too.
	private static boolean isMissing(String path, HttpHeaders headers, String text) {
		return path.startsWith("kv/") ? headers.firstValue(INDEX).isPresent()
				: path.startsWith("session/") && text.contains("not found");
	}

	private boolean beginAgain(HttpCall<ConsulAnswer> call) {
		refreshToken();
		return !Objects.equals(this.token, call.token()) && call.beginAgain(() -> {
		});
	}

	// Tokens may be rotated at runtime.
	void refreshToken() {
		this.token = this.tokens.get();
	}

}
