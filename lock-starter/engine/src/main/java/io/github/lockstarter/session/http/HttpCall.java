package io.github.lockstarter.session.http;

import java.net.http.HttpHeaders;
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
 *
 * @param <A> what an answer is read as
 */
public final class HttpCall<A> {

	private final MemberGateway<A> gateway;

	private final CompletableFuture<A> answer = new CompletableFuture<>();

	private final String method;

	private final String path;

	private final Supplier<String> body;

	private final boolean queued;

	private volatile boolean sent;

	private volatile @Nullable Future<?> limit;

	private volatile MemberGateway.@Nullable Exchange exchange;

	private volatile int index = -1;

	private volatile @Nullable String token;

	private int tries;

	private boolean begunAgain;

	HttpCall(MemberGateway<A> gateway, String method, String path, Supplier<String> body, boolean queued) {
		this.gateway = gateway;
		this.method = method;
		this.path = path;
		this.body = body;
		this.queued = queued;
	}

	CompletableFuture<A> answer() {
		return this.answer;
	}

	boolean isQueued() {
		return this.queued;
	}

	// The member may execute it.
	boolean isSent() {
		return this.sent;
	}

	/**
	 * The HTTP method.
	 * @return such as "POST"
	 */
	public String method() {
		return this.method;
	}

	/**
	 * The path.
	 * @return the path that the gateway was asked for
	 */
	public String path() {
		return this.path;
	}

	/**
	 * The token that was sent.
	 * @return the token, or null
	 */
	public @Nullable String token() {
		return this.token;
	}

	/**
	 * The member that has answered.
	 * @return its address
	 */
	public String endpoint() {
		return this.gateway.endpoint(this.index);
	}

	CompletableFuture<A> asNobody() {
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
			fail(MemberGateway.closed(Outcome.NOT_SENT));
		}
	}

	private void late() {
		if (this.answer.isDone()) {
			return;
		}
		int asked = this.index;
		MemberGateway.Exchange silent = this.exchange;
		if (silent != null) {
			this.gateway.unanswered(silent);
		}
		if (asked >= 0) {
			// Before the caller is notified, because it may send the next request at
			// once.
			this.gateway.failed(asked);
		}
		fail(new RequestException(this.sent ? Outcome.UNKNOWN : Outcome.NOT_SENT,
				"no answer within " + this.gateway.patience().toMillis() + "ms"
						+ ((asked < 0) ? "" : " from " + this.gateway.endpoint(asked)),
				null));
	}

	void begin() {
		this.gateway.token().whenComplete((known, failure) -> {
			if (failure != null) {
				fail(RequestException.from(failure));
			}
			else {
				send(known);
			}
		});
	}

	private void send(@Nullable String known) {
		if (this.answer.isDone()) {
			return;
		}
		int asked = this.gateway.member();
		this.index = asked;
		this.token = known;
		MemberGateway.Exchange exchanged;
		try {
			String written = this.body.get();
			this.sent = true;
			exchanged = this.gateway.send(asked, this, written, known, (info) -> HttpResponse.BodySubscribers
				.mapping(HttpResponse.BodySubscribers.ofString(StandardCharsets.UTF_8), (text) -> {
					// Later, when the connection is free.
					then(() -> arrived(info.statusCode(), info.headers(), text));
					return text;
				}));
		}
		catch (RuntimeException ex) {
			fail(RequestException.from(ex));
			return;
		}
		this.exchange = exchanged;
		exchanged.response().whenComplete((response, failure) -> {
			if (failure != null) {
				then(() -> broken(asked, exchanged, RequestException.cause(failure)));
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
			fail(MemberGateway.closed(Outcome.UNKNOWN));
		}
	}

	private void arrived(int status, HttpHeaders headers, String text) {
		try {
			this.gateway.read(this, status, headers, text);
		}
		catch (RuntimeException ex) {
			fail(RequestException.from(ex));
		}
	}

	private void broken(int asked, MemberGateway.Exchange exchanged, Throwable failure) {
		boolean before = HttpFailures.isBeforeSending(failure);
		if (!before) {
			this.gateway.unanswered(exchanged);
		}
		String said = (before ? "no connection to " : "the connection is broken to ") + this.gateway.endpoint(asked)
				+ HttpFailures.words(failure, this.gateway.sslProperty());
		this.gateway.failed(asked);
		if (before && ++this.tries < this.gateway.members()) {
			this.sent = false;
			send(this.token);
		}
		else {
			fail(new RequestException(before ? Outcome.NOT_SENT : Outcome.UNKNOWN, said, failure));
		}
	}

	/**
	 * Completes the call.
	 * @param read the answer
	 */
	public void answered(A read) {
		end();
		this.answer.complete(read);
	}

	/**
	 * Sends the request to another member if it was not executed, and fails otherwise.
	 * @param error the answer
	 */
	public void refused(Refusal error) {
		if (error.isOfTheMember()) {
			this.gateway.failed(this.index);
			if (error.isBeforeExecution() && ++this.tries < this.gateway.members()) {
				this.sent = false;
				send(this.token);
				return;
			}
		}
		fail(error.exception());
	}

	/**
	 * Sends the request again with the current token, once.
	 * @param former forgets the former token
	 * @return false if it was begun again before
	 */
	public boolean beginAgain(Runnable former) {
		if (this.begunAgain) {
			return false;
		}
		this.begunAgain = true;
		this.sent = false;
		former.run();
		begin();
		return true;
	}

	/**
	 * Fails the call.
	 * @param failure why
	 */
	public void fail(RuntimeException failure) {
		end();
		this.answer.completeExceptionally(failure);
		MemberGateway.Exchange open = this.exchange;
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
