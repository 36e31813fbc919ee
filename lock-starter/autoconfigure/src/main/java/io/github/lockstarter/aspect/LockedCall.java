package io.github.lockstarter.aspect;

import java.lang.reflect.Method;
import java.util.List;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.springframework.aop.support.AopUtils;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.key.KeyResolver;
import io.github.lockstarter.key.LockedMethod;

/**
 * One call of a locked method, for one of its annotations.
 */
public final class LockedCall {

	private final DistributedLockSpec spec;

	private final Object target;

	private final @Nullable Object[] arguments;

	private final KeyResolver keyResolver;

	private final Body body;

	private final BooleanSupplier waited;

	LockedCall(DistributedLockSpec spec, Object target, @Nullable Object[] arguments, KeyResolver keyResolver,
			Body body, BooleanSupplier waited) {
		this.spec = spec;
		this.target = target;
		this.arguments = arguments;
		this.keyResolver = keyResolver;
		this.body = body;
		this.waited = waited;
	}

	public LockedMethod method() {
		return this.spec.method();
	}

	// evaluates the condition: to be called once
	public boolean isWanted() {
		return this.spec.condition().isEmpty() || this.keyResolver.resolveCondition(this.spec.method(),
				this.spec.condition(), this.target, this.arguments);
	}

	// evaluates the key: to be called once
	public LockRequest request() {
		String name = this.spec.method().name();
		if (this.spec.key().isEmpty()) {
			return this.spec.request(LockRequest.of(name).namespace(name));
		}
		List<String> keys = this.keyResolver.resolveKeys(this.spec.method(), this.spec.key(), this.target,
				this.arguments);
		return this.spec
			.request((keys.size() == 1) ? LockRequest.of(name, keys.get(0)) : LockRequest.ofAll(name, keys));
	}

	// whether the thread blocks for the result even if it is a future, as with @Async
	public boolean isWaitedFor() {
		return this.waited.getAsBoolean();
	}

	// the lease is null if the call is not locked
	public @Nullable Object proceed(@Nullable Lease lease) throws Throwable {
		return this.body.proceed(lease);
	}

	public OnLost onLost() {
		return this.spec.reactions().onLost();
	}

	public OnNotAcquired onNotAcquired() {
		return this.spec.reactions().onNotAcquired();
	}

	public @Nullable Object fallback() throws Throwable {
		Method fallback = this.spec.reactions().fallback();
		if (fallback == null) {
			throw new IllegalStateException(this.spec.method() + " has no fallback");
		}
		return AopUtils.invokeJoinpointUsingReflection(this.target, fallback, this.arguments);
	}

	@FunctionalInterface
	interface Body {

		@Nullable Object proceed(@Nullable Lease lease) throws Throwable;

	}

}
