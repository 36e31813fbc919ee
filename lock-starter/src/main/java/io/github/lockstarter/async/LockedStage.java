package io.github.lockstarter.async;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.core.StagedLease;
import io.github.lockstarter.text.LoggedText;

/**
 * One action from the grant of its lock to the release. The steps, each of which ends in
 * the next or in the release:
 *
 * <pre>
 * granted (engine) -> begun (application) -> its stage complete (anywhere)
 *   -> released (engine) -> result (application)
 * </pre>
 *
 * <p>
 * A result that its caller completes or cancels while the lock is waited for gives up;
 * before the action has begun, the action does not begin; afterwards to cancel it cancels
 * the action's own stage. Whoever comes last, the caller or the stage, finds the other's
 * mark.
 */
final class LockedStage<T extends @Nullable Object> {

	private final ApplicationTasks tasks;

	private final AsyncLockedAction<T> action;

	private final boolean withResult;

	private final Runnable begin;

	private final Executor caller;

	private final CompletableFuture<T> result = new CompletableFuture<>();

	private volatile boolean entered;

	private volatile @Nullable StagedLease lease;

	private volatile @Nullable CompletionStage<T> stage;

	/**
	 * Creates the stage.
	 * @param withResult whether the caller gets what the action's stage completes with
	 */
	LockedStage(ApplicationTasks tasks, AsyncLockedAction<T> action, boolean withResult) {
		this.tasks = tasks;
		this.action = action;
		this.withResult = withResult;
		this.begin = tasks.capture(this::begin);
		this.caller = tasks.caller();
	}

	/**
	 * Runs the action when the lock is granted.
	 */
	CompletableFuture<T> after(CompletableFuture<StagedLease> acquired) {
		this.result.whenComplete((value, failure) -> {
			// by its caller, or a time-out of his; otherwise there is nothing to cancel
			acquired.cancel(false);
			if (this.result.isCancelled()) {
				cancelStage();
			}
		});
		acquired.whenComplete((granted, failure) -> {
			if (granted != null) {
				this.lease = granted;
				this.tasks.run(this::beginInContext, this::fail);
			}
			else {
				Throwable cause = cause(failure);
				this.caller.execute(() -> this.result.completeExceptionally(cause));
			}
		});
		return this.result;
	}

	private void beginInContext() {
		try {
			this.begin.run();
		}
		catch (RuntimeException | Error ex) {
			if (this.entered) {
				throw ex;
			}
			fail(ex); // the context could not be restored
			return;
		}
		if (!this.entered) {
			fail(new IllegalStateException("A task decorator did not run the work under the lock"));
		}
	}

	private void begin() {
		this.entered = true;
		StagedLease held = this.lease;
		if (held == null) {
			return;
		}
		if (this.result.isDone()) {
			held.end(false);
			return;
		}
		CompletionStage<T> begun;
		try (LockContext.Scope scope = LockContext.open(held)) {
			held.ensureHeld(); // the executor may have taken its time
			begun = this.action.run(new HeldAsyncLease(held, this.tasks));
			if (begun == null) {
				throw new IllegalStateException("The work under lock '" + LoggedText.name(held.name())
						+ "' returned null instead of a stage: nothing says when it is done");
			}
		}
		catch (Throwable ex) {
			fail(ex);
			return;
		}
		this.stage = begun;
		if (this.result.isCancelled()) {
			cancelStage();
		}
		try {
			begun.whenComplete(this::end);
		}
		catch (RuntimeException ex) {
			fail(ex);
		}
	}

	private void fail(Throwable failure) {
		end(null, failure);
	}

	@SuppressWarnings("NullAway") // sees the type argument only in its JSpecify mode
	private void end(@Nullable T value, @Nullable Throwable failure) {
		StagedLease held = this.lease;
		if (held == null) {
			return;
		}
		held.end(failure == null).thenAccept((lost) -> this.caller.execute(() -> {
			Throwable reported = reported(failure, lost);
			if (reported != null) {
				this.result.completeExceptionally(reported);
			}
			else {
				this.result.complete(this.withResult ? value : null);
			}
		}));
	}

	private static @Nullable Throwable reported(@Nullable Throwable failure, Optional<LockLostException> lost) {
		if (failure == null) {
			return lost.orElse(null);
		}
		Throwable cause = cause(failure);
		lost.filter((loss) -> loss != cause).ifPresent(cause::addSuppressed);
		return cause;
	}

	private void cancelStage() {
		CompletionStage<T> begun = this.stage;
		if (begun != null) {
			try {
				begun.toCompletableFuture().cancel(true);
			}
			catch (RuntimeException ex) {
				// a stage that cannot be cancelled runs to its end, under the lock
			}
		}
	}

	static Throwable cause(@Nullable Throwable failure) {
		if (failure instanceof CompletionException && failure.getCause() != null) {
			return failure.getCause();
		}
		return (failure != null) ? failure : new CancellationException();
	}

}
