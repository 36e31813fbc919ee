package io.github.lockstarter.aspect;

import java.util.Objects;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.key.KeyResolver;

/**
 * Runs an annotated method under its lock. Condition and key are evaluated once, before
 * the method. The collaborators are asked for at the first call only, so that no bean is
 * created early for the sake of the proxies.
 */
public final class DistributedLockInterceptor implements MethodInterceptor {

	private final DistributedLockSpecs specs;

	private final Supplier<KeyResolver> keyResolver;

	private final Supplier<LockOperations> operations;

	private final Supplier<LockedExecution> execution;

	/**
	 * Creates the interceptor.
	 * @param specs what the annotations say
	 * @param keyResolver evaluates keys and conditions
	 * @param operations the locks
	 * @param execution how a body is put under its lock
	 */
	public DistributedLockInterceptor(DistributedLockSpecs specs, Supplier<KeyResolver> keyResolver,
			Supplier<LockOperations> operations, Supplier<LockedExecution> execution) {
		this.specs = specs;
		this.keyResolver = keyResolver;
		this.operations = operations;
		this.execution = execution;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = Objects.requireNonNull(invocation.getThis(), "a locked method needs a target");
		DistributedLockSpec spec = this.specs.find(invocation.getMethod(), target.getClass());
		if (spec == null || !isWanted(spec, target, invocation)) {
			return invocation.proceed();
		}
		LockedBody body = new LockedBody(invocation, spec.onLost());
		try {
			return this.execution.get()
				.execute(spec.method(), this.operations.get(), spec.request(lockName(spec, target, invocation)), body);
		}
		catch (LockNotAcquiredException ex) {
			if (body.entered() || spec.onNotAcquired() == OnNotAcquired.THROW) {
				throw ex;
			}
			return (spec.fallback() != null) ? Fallback.invoke(spec.fallback(), target, invocation.getArguments())
					: SkippedResult.of(spec.method().method().getReturnType());
		}
	}

	private boolean isWanted(DistributedLockSpec spec, Object target, MethodInvocation invocation) {
		return spec.condition().isEmpty() || this.keyResolver.get()
			.resolveCondition(spec.method(), spec.condition(), target, invocation.getArguments());
	}

	private String lockName(DistributedLockSpec spec, Object target, MethodInvocation invocation) {
		return spec.key().isEmpty() ? spec.method().name() : spec.method().name() + ":"
				+ this.keyResolver.get().resolveKey(spec.method(), spec.key(), target, invocation.getArguments());
	}

}
