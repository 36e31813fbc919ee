package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.lettuce.core.api.StatefulConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A supervised connection for queries about other servers; no lock depends on it, so its
 * loss is no outage.
 *
 * @param <C> the type of the connection
 */
final class QueryConnection<C extends StatefulConnection<String, String>> implements ConnectionDialect<C> {

	private static final Logger logger = LoggerFactory.getLogger(LettuceLockStore.class);

	private final String purpose;

	private final String name;

	private final Function<Boolean, CompletionStage<C>> connect;

	private final Function<C, CompletionStage<?>> greet;

	private final SupervisedConnection<C> connection;

	private final CompletableFuture<Void> tried = new CompletableFuture<>();

	QueryConnection(Supervision supervision, String purpose, String name, Function<Boolean, CompletionStage<C>> connect,
			Function<C, CompletionStage<?>> greet) {
		this.purpose = purpose;
		this.name = name;
		this.connect = connect;
		this.greet = greet;
		this.connection = new SupervisedConnection<>(this, supervision, supervision.startMillis());
	}

	void start() {
		this.connection.start().whenComplete((done, failure) -> this.tried.complete(null));
	}

	void stop() {
		this.connection.stop();
	}

	boolean isReachable() {
		return this.connection.current() != null;
	}

	// Waits for the first attempt to connect; fails if the server cannot be asked.
	<A> CompletionStage<A> ask(Function<C, CompletionStage<A>> question) {
		return this.tried.thenCompose((done) -> askNow(question));
	}

	private <A> CompletionStage<A> askNow(Function<C, CompletionStage<A>> question) {
		C now = this.connection.current();
		if (now == null) {
			return CompletableFuture
				.failedStage(new IllegalStateException(this.connection.trouble() + " (" + this.name + ")"));
		}
		this.connection.sent();
		CompletionStage<A> answer;
		try {
			answer = question.apply(now);
		}
		catch (RuntimeException ex) {
			answer = CompletableFuture.failedStage(ex);
		}
		return answer.whenComplete((said, failure) -> this.connection.answered());
	}

	@Override
	public String purpose() {
		return this.purpose;
	}

	@Override
	public CompletionStage<C> connect(boolean patient) {
		return this.connect.apply(patient);
	}

	@Override
	public CompletionStage<ServerIdentity> prepare(C made) {
		return this.greet.apply(made).thenApply((done) -> ServerIdentity.ANY);
	}

	@Override
	public void connected(C made) {
		logger.debug(this.name + " can be queried");
	}

	@Override
	public void disconnected(String reason) {
		logger.debug(this.name + " cannot be queried: " + reason);
	}

}
