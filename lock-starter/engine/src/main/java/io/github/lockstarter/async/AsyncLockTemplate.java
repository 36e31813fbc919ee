package io.github.lockstarter.async;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.EngineLease;
import io.github.lockstarter.core.NonBlockingCall;
import io.github.lockstarter.core.NonBlockingLocks;
import io.github.lockstarter.core.WorkEnd;

/**
 * The {@link AsyncLockOperations} of an application.
 */
public final class AsyncLockTemplate implements AsyncLockOperations {

	private final NonBlockingLocks locks;

	private final ApplicationTasks tasks;

	private final Function<String, @Nullable Lease> outer;

	private final boolean waiting;

	public AsyncLockTemplate(NonBlockingLocks locks, ApplicationTasks tasks) {
		this(locks, tasks, AsyncLockTemplate::current, false);
	}

	private AsyncLockTemplate(NonBlockingLocks locks, ApplicationTasks tasks, Function<String, @Nullable Lease> outer,
			boolean waiting) {
		this.locks = locks;
		this.tasks = tasks;
		this.outer = outer;
		this.waiting = waiting;
	}

	private static @Nullable Lease current(String name) {
		return LockContext.current(name).orElse(null);
	}

	// For callers whose thread waits for the result anyway: "execute" waits for the lock
	// and runs its action on the calling thread.
	public AsyncLockOperations waiting() {
		return new AsyncLockTemplate(this.locks, this.tasks, this.outer, true);
	}

	@Override
	public CompletableFuture<AsyncLease> acquire(LockRequest request) {
		return orFailed(() -> {
			Executor caller = this.tasks.caller();
			NonBlockingCall call = this.locks.call(request, this.outer);
			CompletableFuture<AsyncLease> result = new CompletableFuture<>();
			await(call, call.acquire(), caller, result);
			return result;
		});
	}

	private void await(NonBlockingCall call, CompletableFuture<EngineLease> acquired, Executor caller,
			CompletableFuture<AsyncLease> result) {
		acquired.whenComplete((lease, failure) -> caller.execute(() -> {
			if (lease == null) {
				result.completeExceptionally(LockedStage.cause(failure));
			}
			else if (!result.isDone() && !lease.isHeld()) {
				// lost before the caller could be notified
				await(call, call.acquireAgain(), caller, result);
			}
			else if (!result.complete(new HeldAsyncLease(lease, this.tasks))) {
				lease.end(WorkEnd.FAILED);
			}
		}));
		result.whenComplete((lease, failure) -> acquired.cancel(false));
	}

	@Override
	public CompletableFuture<Optional<AsyncLease>> tryAcquire(LockRequest request) {
		CompletableFuture<AsyncLease> acquired = acquire(request);
		CompletableFuture<Optional<AsyncLease>> result = new CompletableFuture<>();
		result.whenComplete((lease, failure) -> acquired.cancel(false));
		acquired.whenComplete((lease, failure) -> {
			if (lease == null && !(failure instanceof LockNotAcquiredException)) {
				result.completeExceptionally(LockedStage.cause(failure));
			}
			else if (!result.complete(Optional.ofNullable(lease)) && lease != null) {
				lease.releaseNow();
			}
		});
		return result;
	}

	@Override
	public <T extends @Nullable Object> CompletableFuture<T> execute(LockRequest request, AsyncLockedAction<T> action) {
		return execute(request, action, true);
	}

	@Override
	public CompletableFuture<@Nullable Void> executeWithoutResult(LockRequest request, AsyncLockedRunnable action) {
		return execute(request, (lease) -> withoutResult(action.run(lease)), false);
	}

	private <T extends @Nullable Object> CompletableFuture<T> execute(LockRequest request, AsyncLockedAction<T> action,
			boolean withResult) {
		return orFailed(() -> {
			NonBlockingCall call = this.locks.call(request, this.outer);
			LockedStage<T> stage = new LockedStage<>(this.tasks, String.join(", ", request.names()), call, action,
					withResult);
			return this.waiting ? stage.startWaiting() : stage.start();
		});
	}

	// not a dependent stage: cancelling the result must reach the stage of the action
	@SuppressWarnings("unchecked")
	private static CompletionStage<@Nullable Void> withoutResult(CompletionStage<?> stage) {
		return (CompletionStage<@Nullable Void>) stage;
	}

	@Override
	public CompletableFuture<AsyncLease> acquire(String name) {
		return onRequest(name, this::acquire);
	}

	@Override
	public CompletableFuture<Optional<AsyncLease>> tryAcquire(String name) {
		return onRequest(name, this::tryAcquire);
	}

	@Override
	public <T extends @Nullable Object> CompletableFuture<T> execute(String name, AsyncLockedAction<T> action) {
		return onRequest(name, (request) -> execute(request, action));
	}

	@Override
	public CompletableFuture<@Nullable Void> executeWithoutResult(String name, AsyncLockedRunnable action) {
		return onRequest(name, (request) -> executeWithoutResult(request, action));
	}

	@Override
	public CompletableFuture<Optional<LockInfo>> describe(String name) {
		return told(() -> this.locks.describe(name));
	}

	@Override
	public CompletableFuture<Boolean> forceRelease(String name) {
		return told(() -> this.locks.forceRelease(name));
	}

	@Override
	public CompletableFuture<Boolean> forceRelease(String name, long fencingToken) {
		return told(() -> this.locks.forceRelease(name, fencingToken));
	}

	@Override
	public AsyncLockOperations within(AsyncLease lease) {
		return new AsyncLockTemplate(this.locks, this.tasks,
				(name) -> lease.asLease().on(name).orElseGet(() -> current(name)), this.waiting);
	}

	private static <T extends @Nullable Object> CompletableFuture<T> onRequest(String name,
			Function<LockRequest, CompletableFuture<T>> work) {
		return orFailed(() -> work.apply(LockRequest.of(name)));
	}

	private <T> CompletableFuture<T> told(Supplier<CompletionStage<T>> question) {
		return orFailed(() -> {
			Executor caller = this.tasks.caller();
			CompletableFuture<T> result = new CompletableFuture<>();
			question.get().whenComplete((value, failure) -> caller.execute(() -> {
				if (failure != null) {
					result.completeExceptionally(LockedStage.cause(failure));
				}
				else {
					result.complete(value);
				}
			}));
			return result;
		});
	}

	private static <T extends @Nullable Object> CompletableFuture<T> orFailed(Supplier<CompletableFuture<T>> call) {
		try {
			return call.get();
		}
		catch (RuntimeException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

}
