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
import io.github.lockstarter.core.NonBlockingCall;
import io.github.lockstarter.core.StagedLease;

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
 * A lease that was lost before the action has begun is asked for again.
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

	private final NonBlockingCall call;

	private final Runnable begin;

	private final Executor caller;

	private final CompletableFuture<T> result = new CompletableFuture<>();

	// How often the executor has come so far as to begin the action.
	private volatile int entries;

	private volatile @Nullable CompletableFuture<StagedLease> acquiring;

	private volatile @Nullable StagedLease lease;

	private volatile @Nullable CompletionStage<T> stage;

	/**
	 * Creates the stage.
	 * @param call acquires the lock
	 * @param withResult whether the caller gets what the action's stage completes with
	 */
	LockedStage(ApplicationTasks tasks, NonBlockingCall call, AsyncLockedAction<T> action, boolean withResult) {
		this.tasks = tasks;
		this.call = call;
		this.action = action;
		this.withResult = withResult;
		this.begin = tasks.capture(this::begin);
		this.caller = tasks.caller();
	}

	/**
	 * Runs the action when the lock is granted.
	 */
	CompletableFuture<T> start() {
		await(this.call.acquire());
		this.result.whenComplete((value, failure) -> {
			// by its caller, or a time-out of his; otherwise there is nothing to cancel
			cancelAcquisition();
			if (this.result.isCancelled()) {
				cancelStage();
			}
		});
		return this.result;
	}

	private void await(CompletableFuture<StagedLease> acquired) {
		this.acquiring = acquired;
		acquired.whenComplete((granted, failure) -> {
			if (granted != null) {
				this.lease = granted;
				int before = this.entries;
				this.tasks.run(() -> beginInContext(before), this::fail);
			}
			else {
				Throwable cause = cause(failure);
				this.caller.execute(() -> this.result.completeExceptionally(cause));
			}
		});
		if (this.result.isDone()) {
			cancelAcquisition();
		}
	}

	private void cancelAcquisition() {
		CompletableFuture<StagedLease> waiting = this.acquiring;
		if (waiting != null) {
			waiting.cancel(false);
		}
	}

	private void beginInContext(int before) {
		try {
			this.begin.run();
		}
		catch (RuntimeException | Error ex) {
			if (this.entries > before) {
				throw ex;
			}
			fail(ex); // the context could not be restored
			return;
		}
		if (this.entries == before) {
			fail(new IllegalStateException("A task decorator did not run the work under the lock"));
		}
	}

	private void begin() {
		this.entries++; // one thread at a time
		StagedLease held = this.lease;
		if (held == null) {
			return;
		}
		if (this.result.isDone()) {
			held.end(false);
			return;
		}
		if (!held.isHeld()) {
			await(this.call.acquireAgain()); // the executor has taken its time
			return;
		}
		CompletionStage<T> begun;
		try (LockContext.Scope scope = LockContext.open(held)) {
			begun = this.action.run(new HeldAsyncLease(held, this.tasks));
			if (begun == null) {
				throw new IllegalStateException("The work under lock '" + held.name()
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
