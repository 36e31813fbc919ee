package io.github.lockstarter.etcd;

import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException.Outcome;

/**
 * One request, until it is answered.
 */
final class Call {

	private static final int OK = 200;

	private final Gateway gateway;

	private final CompletableFuture<Json> answer = new CompletableFuture<>();

	private final String path;

	private final Supplier<String> body;

	private final boolean queued;

	private volatile boolean sent;

	private volatile @Nullable Future<?> limit;

	private volatile Gateway.@Nullable Exchange exchange;

	private volatile int index = -1;

	private int tries;

	private boolean renewed;

	Call(Gateway gateway, String path, Supplier<String> body, boolean queued) {
		this.gateway = gateway;
		this.path = path;
		this.body = body;
		this.queued = queued;
	}

	CompletableFuture<Json> answer() {
		return this.answer;
	}

	boolean isQueued() {
		return this.queued;
	}

	// The member may execute it.
	boolean isSent() {
		return this.sent;
	}

	// A login has no token and does not queue.
	CompletableFuture<Json> asNobody() {
		limit();
		send(null);
		return this.answer;
	}

	void limit() {
		try {
			this.limit = this.gateway.timers()
				.schedule(this::late, this.gateway.patience().toNanos(), TimeUnit.NANOSECONDS);
		}
		catch (RejectedExecutionException ex) {
			fail(Gateway.closed(Outcome.NOT_SENT));
		}
	}

	private void late() {
		if (this.answer.isDone()) {
			return;
		}
		int asked = this.index;
		Gateway.Exchange silent = this.exchange;
		if (silent != null) {
			this.gateway.unanswered(silent);
		}
		if (asked >= 0) {
			// Before the caller is notified, because it may send the next request at
			// once.
			this.gateway.failed(asked);
		}
		fail(new EtcdException(this.sent ? Outcome.UNKNOWN : Outcome.NOT_SENT,
				"no answer within " + this.gateway.patience().toMillis() + "ms"
						+ ((asked < 0) ? "" : " from " + this.gateway.endpoint(asked)),
				null));
	}

	void begin() {
		this.gateway.login().token().whenComplete((token, failure) -> {
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
		int asked = this.gateway.member();
		this.index = asked;
		Gateway.Exchange exchanged;
		try {
			String written = this.body.get();
			this.sent = true;
			exchanged = this.gateway.send(asked, this.path, written, token, (info) -> HttpResponse.BodySubscribers
				.mapping(HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8), (text) -> {
					// Later, when the connection is free.
					then(() -> arrived(asked, token, info.statusCode(), text));
					return text;
				}));
		}
		catch (RuntimeException ex) {
			fail(EtcdException.of(ex));
			return;
		}
		this.exchange = exchanged;
		exchanged.response().whenComplete((response, failure) -> {
			if (failure != null) {
				then(() -> broken(asked, token, exchanged, EtcdException.cause(failure)));
			}
		});
	}

	private void then(Runnable action) {
		try {
			this.gateway.timers().execute(() -> {
				if (!this.answer.isDone()) {
					action.run();
				}
			});
		}
		catch (RejectedExecutionException ex) {
			fail(Gateway.closed(Outcome.UNKNOWN));
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

	private void broken(int asked, @Nullable String token, Gateway.Exchange exchanged, Throwable failure) {
		boolean before = GatewayError.isBeforeSending(failure);
		if (!before) {
			this.gateway.unanswered(exchanged);
		}
		String said = (before ? "no connection to " : "the connection is broken to ") + this.gateway.endpoint(asked)
				+ GatewayError.words(failure);
		this.gateway.failed(asked);
		if (before && ++this.tries < this.gateway.members()) {
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
			fail(new EtcdException(Outcome.UNKNOWN, this.gateway.endpoint(asked) + " does not answer as etcd does",
					ex));
			return;
		}
		// The single answer of a stream.
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
			fail(new Login.NotNeededException());
			return;
		}
		if (isOfAnOldLogin(token, error) && !this.renewed) {
			this.renewed = true;
			this.sent = false;
			this.gateway.login().forget(token);
			begin();
			return;
		}
		if (error.isOfTheMember()) {
			this.gateway.failed(asked);
			if (error.isBeforeExecution() && ++this.tries < this.gateway.members()) {
				this.sent = false;
				send(token);
				return;
			}
		}
		fail(error.exception());
	}

	private boolean isOfAnOldLogin(@Nullable String token, GatewayError error) {
		return (token != null) ? error.isOfAnOldToken() : this.gateway.login().isAsked() && error.isOfNobody();
	}

	void fail(RuntimeException failure) {
		end();
		this.answer.completeExceptionally(failure);
		Gateway.Exchange open = this.exchange;
		if (open != null) {
			open.response().cancel(true);
		}
	}

	private void end() {
		Future<?> armed = this.limit;
		if (armed != null) {
			armed.cancel(false);
		}
		this.gateway.ended(this);
	}

}
