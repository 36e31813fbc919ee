package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.util.ClassUtils;

import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;

/**
 * Methods that have done their work when they return: locked on the thread of the caller.
 */
public final class BlockingCalls implements LockedResultKind {

	private final Supplier<LockOperations> operations;

	private final Supplier<LockedExecution> execution;

	private final Supplier<EventLoopWarning> eventLoops;

	public BlockingCalls(Supplier<LockOperations> operations, Supplier<LockedExecution> execution) {
		this(operations, execution, () -> EventLoopWarning.NONE);
	}

	public BlockingCalls(Supplier<LockOperations> operations, Supplier<LockedExecution> execution,
			Supplier<EventLoopWarning> eventLoops) {
		this.operations = operations;
		this.execution = execution;
		this.eventLoops = eventLoops;
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return true;
	}

	@Override
	public @Nullable Problem problemWith(Method method, Class<?> targetClass, OnNotAcquired onNotAcquired,
			OnLost onLost) {
		Problem outliving = OutlivingResults.problemIn(method, targetClass);
		if (outliving != null) {
			return outliving;
		}
		Class<?> result = method.getReturnType();
		if (onNotAcquired == OnNotAcquired.SKIP && !SkippedResult.existsFor(result)) {
			return new Problem("returns " + result + ", so that there is nothing to return when it is skipped",
					"Return " + ClassUtils.resolvePrimitiveIfNecessary(result).getSimpleName()
							+ ", which can be null, or use THROW or FALLBACK.");
		}
		return null;
	}

	@Override
	public @Nullable Object invoke(LockedCall call) throws Throwable {
		if (!call.isWanted()) {
			return call.proceed(null);
		}
		this.eventLoops.get().check(call.method());
		LockedBody body = new LockedBody(call);
		try {
			return this.execution.get().execute(call.method(), this.operations.get(), call.request(), body);
		}
		catch (LockNotAcquiredException ex) {
			if (body.entered() || call.onNotAcquired() == OnNotAcquired.THROW) {
				throw ex;
			}
			return (call.onNotAcquired() == OnNotAcquired.FALLBACK) ? call.fallback()
					: SkippedResult.of(call.method().method().getReturnType());
		}
	}

}
