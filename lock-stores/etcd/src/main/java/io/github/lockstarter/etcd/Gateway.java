package io.github.lockstarter.etcd;

import java.net.URI;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.session.http.HttpCall;
import io.github.lockstarter.session.http.HttpClients;
import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.session.http.MemberGateway;
import io.github.lockstarter.store.Credentials;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * Sends requests to etcd as JSON over HTTP.
 */
final class Gateway extends MemberGateway<Json> {

	private static final int OK = 200;

	private static final String POST = "POST";

	private final Login login;

	Gateway(EtcdSettings settings, Supplier<Credentials> credentials, Duration patience,
			ScheduledExecutorService timers, LockClock clock, HttpClients http) {
		super(settings.endpoints(), settings.ssl(), patience, timers, clock, http);
		this.login = new Login(settings.username() != null, credentials,
				(body) -> askAsNobody(POST, "auth/authenticate", body));
	}

	CompletableFuture<Json> ask(String path, Supplier<String> body) {
		return ask(POST, path, body);
	}

	// Ahead of queued requests.
	CompletableFuture<Json> askFirst(String path, String body) {
		return askFirst(POST, path, body);
	}

	Login login() {
		return this.login;
	}

	Exchange stream(String path, String body, @Nullable String token, HttpResponse.BodyHandler<String> handler) {
		int index = member();
		return send(index, request(endpoint(index), path, body, token).build(), handler);
	}

	@Override
	protected CompletableFuture<@Nullable String> token() {
		return this.login.token();
	}

	@Override
	protected String sslProperty() {
		return "distributed-lock.etcd.ssl-bundle";
	}

	@Override
	protected HttpRequest.Builder request(String endpoint, HttpCall<Json> call, String body, @Nullable String token) {
		return request(endpoint, call.path(), body, token);
	}

	private static HttpRequest.Builder request(String endpoint, String path, String body, @Nullable String token) {
		HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(endpoint + "/v3/" + path))
			// Makes the member refuse at once if there is no leader.
			.header("Grpc-Metadata-Hasleader", "true")
			.header("Content-Type", "application/json")
			.POST(HttpRequest.BodyPublishers.ofString(body));
		return (token != null) ? request.header("Authorization", token) : request;
	}

	@Override
	protected void read(HttpCall<Json> call, int status, HttpHeaders headers, String text) {
		if (status == OK) {
			answered(call, text);
		}
		else {
			refused(call, call.token(), GatewayError.of(status, text));
		}
	}

	private void answered(HttpCall<Json> call, String text) {
		Json json;
		try {
			json = Json.of(text);
		}
		catch (IllegalArgumentException ex) {
			call.fail(new EtcdException(Outcome.UNKNOWN, call.endpoint() + " does not answer as etcd does", ex));
			return;
		}
		// The single answer of a stream.
		if (json.at("error").isThere()) {
			refused(call, null, GatewayError.of(OK, text));
			return;
		}
		call.answered(json.at("result").isThere() ? json.at("result") : json);
	}

	private void refused(HttpCall<Json> call, @Nullable String token, GatewayError error) {
		if (error.isWithoutAuthentication() && call.path().startsWith("auth/")) {
			call.fail(new Login.NotNeededException());
		}
		else if (!isOfAnOldLogin(token, error) || !call.beginAgain(() -> this.login.forget(token))) {
			call.refused(error);
		}
	}

	private boolean isOfAnOldLogin(@Nullable String token, GatewayError error) {
		return (token != null) ? error.isOfAnOldToken() : this.login.isAsked() && error.isOfNobody();
	}

}
