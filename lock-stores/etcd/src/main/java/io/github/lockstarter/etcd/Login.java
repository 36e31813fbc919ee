package io.github.lockstarter.etcd;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.store.Credentials;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * Logs in to etcd: one token for all requests, until etcd does not accept it any more.
 */
final class Login {

	private static final Logger logger = LoggerFactory.getLogger(Login.class);

	private final boolean asked;

	private final Supplier<Credentials> credentials;

	private final Function<String, CompletableFuture<Json>> authenticate;

	private final ReentrantLock mutex = new ReentrantLock();

	private @Nullable CompletableFuture<String> latest;

	// The credentials are looked up for each login, because they may be rotated.
	Login(boolean asked, Supplier<Credentials> credentials, Function<String, CompletableFuture<Json>> authenticate) {
		this.asked = asked;
		this.credentials = credentials;
		this.authenticate = authenticate;
	}

	boolean isAsked() {
		return this.asked;
	}

	// Null if no login is needed.
	CompletableFuture<@Nullable String> token() {
		if (!isAsked()) {
			return CompletableFuture.completedFuture(null);
		}
		CompletableFuture<String> known;
		boolean mine = false;
		this.mutex.lock();
		try {
			known = this.latest;
			if (known == null || known.isCompletedExceptionally()) {
				known = new CompletableFuture<>();
				this.latest = known;
				mine = true;
			}
		}
		finally {
			this.mutex.unlock();
		}
		if (mine) {
			begin(known);
		}
		return known.thenApply((token) -> token.isEmpty() ? null : token);
	}

	private void begin(CompletableFuture<String> result) {
		CompletableFuture<Json> token;
		try {
			Credentials now = this.credentials.get();
			token = this.authenticate.apply("{\"name\":" + Json.quoted(String.valueOf(now.username()))
					+ ",\"password\":" + Json.quoted(String.valueOf(now.password())) + "}");
		}
		catch (RuntimeException ex) {
			token = CompletableFuture
				.failedFuture(new EtcdException(Outcome.NOT_SENT, "its credentials cannot be looked up: " + ex, ex));
		}
		token.whenComplete((answer, failure) -> {
			if (failure == null) {
				result.complete(answer.at("token").text());
			}
			else if (failure instanceof NotNeededException) {
				result.complete("");
				logger.warn("etcd does not require a login: its authentication is not enabled, so "
						+ "distributed-lock.etcd.username has no effect");
			}
			else {
				result.completeExceptionally(failure);
			}
		});
	}

	// The token has expired, or etcd requires one now.
	void forget(@Nullable String token) {
		this.mutex.lock();
		try {
			CompletableFuture<String> known = this.latest;
			if (known != null && known.isDone() && !known.isCompletedExceptionally()
					&& known.join().equals((token != null) ? token : "")) {
				this.latest = null;
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	static final class NotNeededException extends RuntimeException {

		private static final long serialVersionUID = 1L;

	}

}
