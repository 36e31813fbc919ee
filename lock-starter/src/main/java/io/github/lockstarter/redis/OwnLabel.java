package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.SetArgs;
import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException;

/**
 * Says in Redis who this instance is. Where that is not allowed the label is missing;
 * where it is refused for now it is written later.
 */
final class OwnLabel {

	// How long the label of an instance that is gone is remembered.
	private static final Duration TTL = Duration.ofHours(1);

	/**
	 * What is wrong with a server that refuses it, as the rest of a sentence.
	 */
	static final String REPLICA = "is a replica, no master";

	private final LockClock clock;

	private final String key;

	private final String text;

	private volatile long written;

	private volatile boolean refused = true;

	OwnLabel(LockClock clock, String key, String text) {
		this.clock = clock;
		this.key = key;
		this.text = text;
	}

	/**
	 * The key under which it is.
	 */
	String key() {
		return this.key;
	}

	/**
	 * Whether it should be written anew.
	 * @param soon whether one that is missing is written already
	 */
	boolean isDue(boolean soon) {
		return (soon && this.refused) || this.clock.nanoTime() - this.written > TTL.toNanos() / 3;
	}

	/**
	 * Writes it.
	 */
	CompletionStage<String> write(RedisAsyncCommands<String, String> commands) {
		this.written = this.clock.nanoTime();
		return commands.set(this.key, this.text, SetArgs.Builder.px(TTL.toMillis()));
	}

	/**
	 * Writes it to what has to be a master. A replica refuses it: the connection is of no
	 * use then, and the stage fails.
	 */
	CompletionStage<?> writeToMaster(RedisAsyncCommands<String, String> commands) {
		return write(commands).handle((done, failure) -> {
			onAnswer((failure != null) ? RedisErrors.failure(failure) : null);
			if (failure != null && RedisErrors.isReadOnly(failure)) {
				throw new IllegalStateException("it " + REPLICA);
			}
			return done;
		});
	}

	/**
	 * What became of a write.
	 */
	void onAnswer(@Nullable Throwable failure) {
		this.refused = failure != null && StoreException.of(failure).getOutcome() != StoreException.Outcome.REJECTED;
	}

}
