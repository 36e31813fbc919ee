package io.github.lockstarter.runtime;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.jspecify.annotations.Nullable;

/**
 * Timeouts by a scheduler of the locks, because those of {@link CompletableFuture} use a
 * thread of the JDK.
 */
public final class TimeLimit {

	private TimeLimit() {
	}

	// Fails with a TimeoutException after the limit, on the scheduler's thread.
	public static <T extends @Nullable Object> CompletableFuture<T> within(CompletionStage<T> stage,
			ScheduledExecutorService scheduler, long millis) {
		CompletableFuture<T> bounded = new CompletableFuture<>();
		Runnable over = () -> bounded.completeExceptionally(new TimeoutException());
		Future<?> timer = scheduler.schedule(over, millis, TimeUnit.MILLISECONDS);
		stage.whenComplete((result, failure) -> {
			timer.cancel(false);
			if (failure != null) {
				bounded.completeExceptionally(failure);
			}
			else {
				bounded.complete(result);
			}
		});
		return bounded;
	}

}
