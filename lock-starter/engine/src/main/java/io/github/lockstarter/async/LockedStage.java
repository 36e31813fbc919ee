package io.github.lockstarter.async;

import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.core.EngineLease;
import io.github.lockstarter.core.NonBlockingCall;
import io.github.lockstarter.core.WorkEnd;
import io.github.lockstarter.text.LoggedText;

/**
 * One action, from the grant of its lock to the release.
 *
 * <pre>
 * granted (engine) -> started (application) -> its stage complete (anywhere)
 *   -> released (engine) -> result (application)
 * </pre>
 *
 * <p>
 * If the caller completes or cancels the result, the wait for the lock ends; if the
 * action has not started, the lock is released; afterwards the action's own stage is
 * cancelled. The caller and the stage each leave a mark, so that the later one finds that
 * of the other.
 */
final class LockedStage<T extends @Nullable Object> implements WorkStart.Work {

	private final ApplicationTasks tasks;

	private final String name;

	private final AsyncLockedAction<T> action;

	private final boolean withResult;

	private final NonBlockingCall call;

	private final WorkStart start;

	private final Executor caller;

	private final CompletableFuture<T> result = new CompletableFuture<>();

	private volatile @Nullable CompletionStage<T> stage;

	LockedStage(ApplicationTasks tasks, String name, NonBlockingCall call, AsyncLockedAction<T> action,
			boolean withResult) {
		this.tasks = tasks;
		this.name = name;
		this.call = call;
		this.action = action;
		this.withResult = withResult;
		this.start = new WorkStart(tasks, this);
		this.caller = tasks.caller();
	}

	CompletableFuture<T> start() {
		cancelWithResult();
		this.start.start(this.call);
		return this.result;
	}

	// The calling thread would wait for the result anyway, so it runs the action.
	CompletableFuture<T> startWaiting() {
		cancelWithResult();
		try {
			run(this.start.await(this.call));
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			this.result.completeExceptionally(
					new LockInterruptedException(this.name, "The thread was interrupted while it waited for lock '"
							+ LoggedText.name(this.name) + "'. The work did not run; the interrupt flag is set.", ex));
		}
		catch (ExecutionException | CancellationException ex) {
			this.result.completeExceptionally(cause(ex));
		}
		return this.result;
	}

	private void cancelWithResult() {
		this.result.whenComplete((value, failure) -> {
			// completed by the caller or a timeout; otherwise there is nothing to give up
			this.start.giveUp();
			if (failure != null) {
				cancelStage();
			}
		});
	}

	@Override
	public boolean isGivenUp() {
		return this.result.isDone();
	}

	@Override
	public void begin(EngineLease lease) {
		if (isGivenUp()) {
			lease.end(WorkEnd.FAILED);
		}
		else {
			run(lease);
		}
	}

	@Override
	public void refuse(@Nullable EngineLease lease, Throwable reason) {
		if (lease != null) {
			fail(lease, reason);
		}
		else {
			Throwable cause = cause(reason);
			this.caller.execute(() -> this.result.completeExceptionally(cause));
		}
	}

	private void run(EngineLease held) {
		CompletionStage<T> begun;
		try (LockContext.Scope scope = LockContext.open(held)) {
			begun = this.action.run(new HeldAsyncLease(held, this.tasks));
			if (begun == null) {
				throw new IllegalStateException("The work under lock '" + LoggedText.name(held.name())
						+ "' returned null instead of a stage, so its end is unknown");
			}
		}
		catch (Throwable ex) {
			fail(held, ex);
			return;
		}
		this.stage = begun;
		if (this.result.isCompletedExceptionally()) {
			cancelStage();
		}
		try {
			begun.whenComplete((value, failure) -> end(held, value, failure));
		}
		catch (RuntimeException ex) {
			fail(held, ex);
		}
	}

	private void fail(EngineLease held, Throwable failure) {
		end(held, null, failure);
	}

	@SuppressWarnings("NullAway") // sees the type argument only in its JSpecify mode
	private void end(EngineLease held, @Nullable T value, @Nullable Throwable failure) {
		held.end((failure != null) ? WorkEnd.FAILED : WorkEnd.NORMAL).thenAccept((lost) -> this.caller.execute(() -> {
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
		if ((failure instanceof CompletionException || failure instanceof ExecutionException)
				&& failure.getCause() != null) {
			return failure.getCause();
		}
		return (failure != null) ? failure : new CancellationException();
	}

}
