package io.github.lockstarter.aspect.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.aspect.LockedCall;
import io.github.lockstarter.async.ApplicationTasks;

/**
 * The future of a call that may be skipped or run its fallback.
 */
final class StageSubstitute {

	private final LockedCall call;

	private final LockedStageBody body;

	private final @Nullable Object skipped;

	private final @Nullable ApplicationTasks tasks;

	// Captured with the context and the leases of the caller.
	private final @Nullable Runnable fallback;

	private final CompletableFuture<@Nullable Object> result = new CompletableFuture<>();

	StageSubstitute(LockedCall call, LockedStageBody body, @Nullable Object skipped, @Nullable ApplicationTasks tasks) {
		this.call = call;
		this.body = body;
		this.skipped = skipped;
		this.tasks = tasks;
		this.fallback = (tasks != null && call.onNotAcquired() == OnNotAcquired.FALLBACK)
				? tasks.capture(this::fallBack) : null;
	}

	CompletableFuture<@Nullable Object> of(CompletableFuture<@Nullable Object> locked) {
		this.result.whenComplete((value, failure) -> {
			if (this.result.isCancelled()) {
				locked.cancel(true);
			}
			else {
				// a timeout set by the caller ends the wait, or cancels the work
				complete(locked, value, failure);
			}
		});
		locked.whenComplete((value, failure) -> {
			if (!(failure instanceof LockNotAcquiredException) || this.body.entered()) {
				complete(this.result, value, failure);
			}
			else if (this.call.onNotAcquired() == OnNotAcquired.SKIP) {
				this.result.complete(this.skipped);
			}
			else if (!this.result.isDone()) {
				fallBack(failure);
			}
		});
		return this.result;
	}

	private void fallBack(Throwable refusal) {
		if (this.tasks == null || this.fallback == null) {
			fallBack();
			return;
		}
		this.tasks.runSoon(this.fallback, (rejection) -> {
			refusal.addSuppressed(rejection);
			this.tasks.tell(() -> this.result.completeExceptionally(refusal));
		});
	}

	private void fallBack() {
		if (this.result.isDone()) {
			return; // the caller gave up while the executor was busy
		}
		try {
			CompletionStage<?> stage = (CompletionStage<?>) this.call.fallback();
			if (stage == null) {
				throw new IllegalStateException("The fallback of " + this.call.method() + " returned null");
			}
			cancelWithResult(stage);
			stage.whenComplete((value, failure) -> complete(this.result, value, failure));
		}
		catch (Throwable ex) {
			this.result.completeExceptionally(ex);
		}
	}

	private void cancelWithResult(CompletionStage<?> stage) {
		this.result.whenComplete((value, failure) -> {
			if (failure != null) {
				stage.toCompletableFuture().cancel(true);
			}
		});
	}

	private static void complete(CompletableFuture<@Nullable Object> future, @Nullable Object value,
			@Nullable Throwable failure) {
		if (failure != null) {
			future.completeExceptionally(failure);
		}
		else {
			future.complete(value);
		}
	}

}
