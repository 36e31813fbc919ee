package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.text.DurationText;

/**
 * Waits for an answer of the store where the caller has to have it, interrupted or not.
 */
final class AnswerWait {

	private AnswerWait() {
	}

	/**
	 * Waits for the answer. The interrupt flag of the thread does not end the wait and is
	 * kept.
	 * @throws StoreException if there is none in time
	 */
	static StoreReply await(CompletionStage<StoreReply> stage, LockStore store, long timeoutNanos,
			LockRuntime runtime) {
		CompletableFuture<StoreReply> answer = stage.toCompletableFuture();
		try {
			return uninterrupted(answer, timeoutNanos, runtime);
		}
		catch (TimeoutException ex) {
			throw late(store, timeoutNanos, ex);
		}
		catch (CompletionException ex) {
			throw StoreException.of(ex);
		}
	}

	/**
	 * Waits for a result. The interrupt flag of the thread does not end the wait and is
	 * kept.
	 * @throws TimeoutException if there is none in time
	 * @throws CompletionException around its failure
	 */
	static <T> T uninterrupted(CompletableFuture<T> result, long timeoutNanos, LockRuntime runtime)
			throws TimeoutException {
		if (!runtime.awaitUninterruptibly(result, timeoutNanos)) {
			throw new TimeoutException();
		}
		return result.join();
	}

	/**
	 * The answer, or its failure with a {@link StoreException} when it had its time or
	 * the engine has stopped.
	 */
	static CompletionStage<StoreReply> within(CompletionStage<StoreReply> stage, LockStore store, long timeoutNanos,
			EngineThreads threads) {
		CompletableFuture<StoreReply> answer = stage.toCompletableFuture();
		if (answer.isDone()) {
			return answer;
		}
		CompletableFuture<StoreReply> bounded = new CompletableFuture<>();
		try {
			Future<?> timer = threads
				.scheduleNanos(() -> bounded.completeExceptionally(late(store, timeoutNanos, null)), timeoutNanos);
			bounded.whenComplete((reply, failure) -> timer.cancel(false));
		}
		catch (RejectedExecutionException ex) {
			bounded.completeExceptionally(new StoreException(StoreException.Outcome.UNKNOWN, "stopped", ex));
		}
		answer.whenComplete((reply, failure) -> {
			if (failure != null) {
				bounded.completeExceptionally(StoreException.of(failure));
			}
			else {
				bounded.complete(reply);
			}
		});
		return bounded;
	}

	/**
	 * There was no answer: why, as far as the store knows.
	 * @param waitedNanos for how long it was waited for
	 */
	static StoreException late(LockStore store, long waitedNanos, @Nullable Throwable cause) {
		Duration waited = Duration.ofNanos(waitedNanos);
		String reason = store.silence(waited);
		return new StoreException(StoreException.Outcome.UNKNOWN,
				(reason != null) ? reason : store.label() + " did not answer within " + DurationText.lasted(waited),
				cause);
	}

}
