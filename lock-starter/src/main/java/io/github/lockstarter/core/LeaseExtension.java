package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * A hold is being given a longer lease than it has, while a caller waits for it.
 */
final class LeaseExtension {

	private final Engine engine;

	private final CompletableFuture<StoreReply> answer;

	private final long end;

	LeaseExtension(Engine engine, Hold hold, WaitBudget budget, long leaseMillis, Runnable wake) {
		long now = engine.clock().nanoTime();
		this.engine = engine;
		this.end = budget.withoutWait(now).answerEnd(now);
		this.answer = hold.raise(leaseMillis).toCompletableFuture();
		this.answer.whenComplete((reply, failure) -> wake.run());
	}

	/**
	 * Until when it may be answered, on the monotonic clock.
	 */
	long end() {
		return this.end;
	}

	boolean isOver() {
		return this.answer.isDone() || this.engine.clock().nanoTime() - this.end >= 0;
	}

	/**
	 * Why the lease is not longer, or null.
	 */
	@Nullable StoreException trouble() {
		if (!this.answer.isDone()) {
			return Answers.late(this.engine.commandTimeoutNanos(), null);
		}
		return this.answer.handle((reply, failure) -> (failure != null) ? StoreException.of(failure) : null).join();
	}

}
