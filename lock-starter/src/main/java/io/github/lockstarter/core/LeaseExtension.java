package io.github.lockstarter.core;

import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * A hold is being given a longer lease than it has, while a caller waits for it.
 */
final class LeaseExtension {

	private final EngineContext context;

	private final CompletableFuture<StoreReply> answer;

	private final long end;

	/**
	 * Asks for the longer lease.
	 * @param context what all holds share
	 * @param hold the hold
	 * @param leaseMillis the length
	 * @param budget what the caller's wait is paid from
	 * @param wake wakes the caller
	 */
	LeaseExtension(EngineContext context, Hold hold, long leaseMillis, WaitBudget budget, Runnable wake) {
		long now = context.nanoTime();
		this.context = context;
		this.end = budget.withoutWait(now).answerEnd(now);
		this.answer = hold.renewal().extend(leaseMillis).toCompletableFuture();
		this.answer.whenComplete((reply, failure) -> wake.run());
	}

	/**
	 * Until when it may be answered, on the monotonic clock.
	 */
	long end() {
		return this.end;
	}

	boolean isOver() {
		return this.answer.isDone() || this.context.nanoTime() - this.end >= 0;
	}

	/**
	 * Why the lease is not longer, or null.
	 */
	@Nullable StoreException trouble() {
		if (!this.answer.isDone()) {
			return Answers.late(this.context.store(), this.context.commandTimeoutNanos(), null);
		}
		return this.answer.handle((reply, failure) -> (failure != null) ? StoreException.of(failure) : null).join();
	}

}
