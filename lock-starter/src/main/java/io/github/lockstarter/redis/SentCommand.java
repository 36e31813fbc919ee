package io.github.lockstarter.redis;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BiConsumer;

import io.lettuce.core.api.StatefulRedisConnection;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;

/**
 * One command on its way on a connection. Its first reply, or failure, counts and no
 * other: a client that throws while it writes several commands may have failed some of
 * them by then, and an answer that is counted twice would hide a later command that is
 * never answered.
 *
 * @param <T> the type of the reply
 */
final class SentCommand<T> implements BiConsumer<@Nullable T, @Nullable Throwable> {

	private final SupervisedConnection<StatefulRedisConnection<String, String>> supervision;

	private final StatefulRedisConnection<String, String> connection;

	private final CompletableFuture<T> answer = new CompletableFuture<>();

	private final AtomicBoolean answered = new AtomicBoolean();

	/**
	 * Counts a command that is about to be sent.
	 * @param supervision counts commands and answers
	 * @param connection where it is sent
	 */
	SentCommand(SupervisedConnection<StatefulRedisConnection<String, String>> supervision,
			StatefulRedisConnection<String, String> connection) {
		this.supervision = supervision;
		this.connection = connection;
		supervision.sent();
	}

	/**
	 * Its reply; fails with a {@link StoreException}.
	 */
	CompletableFuture<T> answer() {
		return this.answer;
	}

	@Override
	public void accept(@Nullable T reply, @Nullable Throwable failure) {
		if (!this.answered.compareAndSet(false, true)) {
			return;
		}
		this.supervision.answered();
		if (failure == null && reply != null) {
			this.answer.complete(reply);
			return;
		}
		Throwable cause = (failure != null) ? failure : new IllegalStateException("Redis sent an empty reply");
		if (Replies.isReadOnly(cause)) {
			this.supervision.replace(this.connection, Replies.NO_MASTER);
		}
		this.answer.completeExceptionally(Replies.failure(cause));
	}

}
