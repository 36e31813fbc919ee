package io.github.lockstarter.aspect.async;

import java.lang.reflect.Method;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.core.ResolvableType;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.aspect.LockedCall;
import io.github.lockstarter.aspect.LockedResultKind;
import io.github.lockstarter.aspect.OutlivingResults;
import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.async.AsyncLockTemplate;
import io.github.lockstarter.key.LockedMethod;

/**
 * Methods that return a {@link CompletionStage} or {@link CompletableFuture}: the lock is
 * held until the stage is complete. The caller never blocks, and all failures are in its
 * future.
 */
public final class StageCalls implements LockedResultKind {

	private final Supplier<AsyncLockOperations> operations;

	private final BooleanSupplier available;

	private final Supplier<@Nullable ApplicationTasks> tasks;

	// without tasks a fallback runs on the thread that completes the refusal
	public StageCalls(Supplier<AsyncLockOperations> operations, BooleanSupplier available,
			Supplier<@Nullable ApplicationTasks> tasks) {
		this.operations = operations;
		this.available = available;
		this.tasks = tasks;
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		Class<?> result = ResolvableType.forMethodReturnType(method, targetClass).toClass();
		return CompletionStage.class.isAssignableFrom(result) && result.isAssignableFrom(CompletableFuture.class);
	}

	@Override
	public @Nullable Problem problemWith(Method method, Class<?> targetClass, OnNotAcquired onNotAcquired,
			OnLost onLost) {
		if (!this.available.getAsBoolean()) {
			return new Problem("returns a future, but there is no AsyncLockOperations bean to hold its lock with",
					"Configure where the locks are kept (distributed-lock.store), or define an AsyncLockOperations "
							+ "bean beside your own LockOperations.");
		}
		if (onLost == OnLost.INTERRUPT) {
			return new Problem("has onLost = INTERRUPT, but returns a future, and its work cannot be interrupted",
					"Use onLost = THROW, and let the work check the lease (ensureHeld, onLost), or return a "
							+ "reactive type: its subscription can be cancelled.");
		}
		return OutlivingResults.problemInside(method, targetClass);
	}

	@Override
	public @Nullable Object invoke(LockedCall call) {
		LockedStageBody body = new LockedStageBody(call);
		boolean waited = call.isWaitedFor();
		LockRequest request;
		@Nullable StageSubstitute substitute;
		try {
			if (!call.isWanted()) {
				return call.proceed(null);
			}
			request = call.request();
			// before the lock is requested: it captures the context of the caller
			substitute = (call.onNotAcquired() != OnNotAcquired.THROW)
					? new StageSubstitute(call, body, skipped(call.method()), waited ? null : this.tasks.get()) : null;
		}
		catch (Throwable ex) {
			return CompletableFuture.failedFuture(ex);
		}
		CompletableFuture<@Nullable Object> result = operations(waited).execute(request, body);
		return (substitute != null) ? substitute.of(result) : result;
	}

	// a blocked thread, as of @Async, runs the method itself: its whole pool may be
	// blocked
	private AsyncLockOperations operations(boolean waited) {
		AsyncLockOperations locks = this.operations.get();
		return (waited && locks instanceof AsyncLockTemplate template) ? template.waiting() : locks;
	}

	private static @Nullable Object skipped(LockedMethod method) {
		Class<?> value = ResolvableType.forMethodReturnType(method.method(), method.targetClass())
			.as(CompletionStage.class)
			.getGeneric()
			.toClass();
		return (value == Optional.class) ? Optional.empty() : null;
	}

}
