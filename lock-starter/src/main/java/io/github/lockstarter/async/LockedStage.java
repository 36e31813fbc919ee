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
 * before the action has begun, the lock is given back; afterwards to cancel it cancels
 * the action's own stage. Whoever comes last, the caller or the stage, finds the other's
 * mark.
 */
final class LockedStage<T extends @Nullable Object> {

	private final ApplicationTasks tasks;

	private final String name;

	private final AsyncLockedAction<T> action;

	private final boolean withResult;

	private final NonBlockingCall call;

	private final Runnable begin;

	private final Executor caller;

	private final CompletableFuture<T> result = new CompletableFuture<>();

	private volatile @Nullable PendingTask pending;

	// How often the executor has come so far as to begin the action.
	private volatile int entries;

	private volatile @Nullable CompletableFuture<EngineLease> acquiring;

	private volatile @Nullable EngineLease lease;

	private volatile @Nullable CompletionStage<T> stage;

	/**
	 * Creates the stage.
	 * @param name what is locked
	 * @param call acquires the lock
	 * @param withResult whether the caller gets what the action's stage completes with
	 */
	LockedStage(ApplicationTasks tasks, String name, NonBlockingCall call, AsyncLockedAction<T> action,
			boolean withResult) {
		this.tasks = tasks;
		this.name = name;
		this.call = call;
		this.action = action;
		this.withResult = withResult;
		this.begin = tasks.capture(this::beginOrAskAgain);
		this.caller = tasks.caller();
	}

	/**
	 * Runs the action on the application's task executor when the lock is granted.
	 */
	CompletableFuture<T> start() {
		await(this.call.acquire());
		giveUpWithResult();
		return this.result;
	}

	private void await(CompletableFuture<EngineLease> acquired) {
		this.acquiring = acquired;
		acquired.whenComplete((granted, failure) -> {
			if (granted != null) {
				this.lease = granted;
				int before = this.entries;
				this.pending = this.tasks.run(() -> beginInContext(before), this.call.timeToBegin(), this::fail);
				if (this.result.isDone()) {
					takeBack();
				}
			}
			else {
				Throwable cause = cause(failure);
				this.caller.execute(() -> this.result.completeExceptionally(cause));
			}
		});
		if (this.result.isDone()) {
			acquired.cancel(false);
		}
	}

	/**
	 * Waits for the lock and runs the action on the calling thread, which would only wait
	 * for the result.
	 */
	CompletableFuture<T> startWaiting() {
		CompletableFuture<EngineLease> acquired = this.call.acquire();
		this.acquiring = acquired;
		giveUpWithResult();
		try {
			this.lease = acquired.get();
			while (!begin()) {
				acquired = this.call.acquireAgain();
				this.acquiring = acquired;
				this.lease = acquired.get();
			}
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			acquired.cancel(false);
			acquired.thenAccept((granted) -> granted.end(WorkEnd.FAILED)); // at the same
																			// moment
			this.result.completeExceptionally(
					new LockInterruptedException(this.name, "The thread was interrupted while it waited for lock '"
							+ LoggedText.name(this.name) + "'. The work did not run; the interrupt flag is set.", ex));
		}
		catch (ExecutionException | CancellationException ex) {
			this.result.completeExceptionally(cause(ex));
		}
		return this.result;
	}

	private void giveUpWithResult() {
		this.result.whenComplete((value, failure) -> {
			// by its caller, or a time-out of his; otherwise there is nothing to cancel
			CompletableFuture<EngineLease> waiting = this.acquiring;
			if (waiting != null) {
				waiting.cancel(false);
			}
			takeBack();
			if (this.result.isCancelled()) {
				cancelStage();
			}
		});
	}

	/**
	 * Gives the lock back if the action has not begun.
	 */
	private void takeBack() {
		PendingTask queued = this.pending;
		EngineLease held = this.lease;
		if (queued != null && held != null && queued.takeBack()) {
			held.end(WorkEnd.FAILED);
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

	private void beginOrAskAgain() {
		if (!begin()) {
			await(this.call.acquireAgain()); // the executor has taken its time
		}
	}

	/**
	 * Begins the action.
	 * @return whether it is decided; if not the lease is lost, and was not used
	 */
	private boolean begin() {
		this.entries++; // one thread at a time
		EngineLease held = this.lease;
		if (held == null) {
			return true;
		}
		if (this.result.isDone()) {
			held.end(WorkEnd.FAILED);
			return true;
		}
		if (!held.isHeld()) {
			return false;
		}
		run(held);
		return true;
	}

	private void run(EngineLease held) {
		CompletionStage<T> begun;
		try (LockContext.Scope scope = LockContext.open(held)) {
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
		EngineLease held = this.lease;
		if (held == null) {
			return;
		}
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
