package io.github.lockstarter.aspect;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

import org.aopalliance.intercept.MethodInterceptor;
import org.aopalliance.intercept.MethodInvocation;
import org.jspecify.annotations.Nullable;
import org.springframework.aop.ProxyMethodInvocation;
import org.springframework.aop.interceptor.ExposeInvocationInterceptor;

import io.github.lockstarter.key.KeyResolver;

/**
 * Runs an annotated method under its locks, the first one outermost.
 */
public final class DistributedLockInterceptor implements MethodInterceptor {

	private final DistributedLockSpecs specs;

	private final Supplier<KeyResolver> keyResolver;

	public DistributedLockInterceptor(DistributedLockSpecs specs, Supplier<KeyResolver> keyResolver) {
		this.specs = specs;
		this.keyResolver = keyResolver;
	}

	@Override
	public @Nullable Object invoke(MethodInvocation invocation) throws Throwable {
		Object target = Objects.requireNonNull(invocation.getThis(), "a locked method needs a target");
		List<DistributedLockSpec> found = this.specs.find(invocation.getMethod(), target.getClass());
		return found.isEmpty() ? invocation.proceed() : call(found, OuterLeases.NONE, target, invocation);
	}

	private @Nullable Object call(List<DistributedLockSpec> nested, OuterLeases outer, Object target,
			MethodInvocation invocation) throws Throwable {
		DistributedLockSpec spec = nested.get(0);
		LockedCall.Body body = (nested.size() > 1)
				? (lease) -> call(nested.subList(1, nested.size()), outer.and(lease), target, invocation)
				: outer.check(bodyOf(spec, invocation));
		return spec.kind()
			.invoke(new LockedCall(spec, target, invocation.getArguments(), this.keyResolver.get(), body,
					() -> AsyncAround.isOutside(invocation, target.getClass())));
	}

	private static LockedCall.Body bodyOf(DistributedLockSpec spec, MethodInvocation invocation) {
		if (spec.kind() instanceof BlockingCalls || !(invocation instanceof ProxyMethodInvocation again)) {
			return (lease) -> invocation.proceed();
		}
		// the call may run on another thread, perhaps more than once; other advice must
		// find the invocation there
		return (lease) -> ExposeInvocationInterceptor.INSTANCE.invoke(again.invocableClone());
	}

}
