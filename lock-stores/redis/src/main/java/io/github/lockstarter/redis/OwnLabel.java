package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.SetArgs;
import io.lettuce.core.api.async.RedisAsyncCommands;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException;

/**
 * Writes the label of this instance to Redis; without the right to it the label is
 * missing, and after another refusal it is written later.
 */
final class OwnLabel {

	// how long the label of a stopped instance stays
	private static final Duration TTL = Duration.ofHours(1);

	// the rest of a sentence about a server that refuses the label
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

	String key() {
		return this.key;
	}

	boolean isDue(boolean soon) {
		return (soon && this.refused) || this.clock.nanoTime() - this.written > TTL.toNanos() / 3;
	}

	CompletionStage<String> write(RedisAsyncCommands<String, String> commands) {
		this.written = this.clock.nanoTime();
		return commands.set(this.key, this.text, SetArgs.Builder.px(TTL.toMillis()));
	}

	// A replica refuses it: then the stage fails, because the connection must not be
	// used.
	CompletionStage<?> writeToMaster(RedisAsyncCommands<String, String> commands) {
		return write(commands).handle((done, failure) -> {
			onAnswer((failure != null) ? RedisErrors.failure(failure) : null);
			if (failure != null && RedisErrors.isReadOnly(failure)) {
				throw new IllegalStateException("it " + REPLICA);
			}
			return done;
		});
	}

	void onAnswer(@Nullable Throwable failure) {
		this.refused = failure != null && StoreException.of(failure).getOutcome() != StoreException.Outcome.REJECTED;
	}

}
