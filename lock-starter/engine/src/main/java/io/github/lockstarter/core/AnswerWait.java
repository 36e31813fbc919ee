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
 * Bounds the wait for an answer of the store by a timeout; an interrupt neither ends that
 * wait nor is lost.
 */
final class AnswerWait {

	private AnswerWait() {
	}

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

	static <T> T uninterrupted(CompletableFuture<T> result, long timeoutNanos, LockRuntime runtime)
			throws TimeoutException {
		if (!runtime.awaitUninterruptibly(result, timeoutNanos)) {
			throw new TimeoutException();
		}
		return result.join();
	}

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

	static StoreException late(LockStore store, long waitedNanos, @Nullable Throwable cause) {
		Duration waited = Duration.ofNanos(waitedNanos);
		String reason = store.silence(waited);
		return new StoreException(StoreException.Outcome.UNKNOWN,
				(reason != null) ? reason : store.label() + " did not answer within " + DurationText.lasted(waited),
				cause);
	}

}
