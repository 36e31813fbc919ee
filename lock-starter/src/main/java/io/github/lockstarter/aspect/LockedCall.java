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

	/**
	 * The method that is called.
	 * @return the method
	 */
	public LockedMethod method() {
		return this.spec.method();
	}

	/**
	 * Whether the call is to be locked. Evaluates the condition: to be asked once.
	 * @return {@code false} to run without the lock
	 */
	public boolean isWanted() {
		return this.spec.condition().isEmpty() || this.keyResolver.resolveCondition(this.spec.method(),
				this.spec.condition(), this.target, this.arguments);
	}

	/**
	 * What to lock, and how. Evaluates the key: to be asked once.
	 * @return the request
	 */
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

	/**
	 * Whether the calling thread waits for the result of the call even if that is a
	 * future, as the thread of {@code @Async} does.
	 * @return whether it does
	 */
	public boolean isWaitedFor() {
		return this.waited.getAsBoolean();
	}

	/**
	 * Runs what is to be locked: the method, or the call for its next annotation.
	 * @param lease the lease under which it runs, null where it is {@linkplain #isWanted
	 * not to be locked}
	 * @return its result
	 * @throws Throwable what it threw; a {@code LockLostException} if the method did not
	 * begin, because the lock of an annotation before was lost meanwhile
	 */
	public @Nullable Object proceed(@Nullable Lease lease) throws Throwable {
		return this.body.proceed(lease);
	}

	/**
	 * What to do when the lease is lost.
	 * @return the reaction
	 */
	public OnLost onLost() {
		return this.spec.reactions().onLost();
	}

	/**
	 * What to do when another held the lock for the whole wait.
	 * @return the reaction
	 */
	public OnNotAcquired onNotAcquired() {
		return this.spec.reactions().onNotAcquired();
	}

	/**
	 * Runs the fallback.
	 * @return its result
	 * @throws Throwable what it threw
	 */
	public @Nullable Object fallback() throws Throwable {
		Method fallback = this.spec.reactions().fallback();
		if (fallback == null) {
			throw new IllegalStateException(this.spec.method() + " has no fallback");
		}
		return AopUtils.invokeJoinpointUsingReflection(this.target, fallback, this.arguments);
	}

	/**
	 * What a call puts under its lock.
	 */
	@FunctionalInterface
	interface Body {

		@Nullable Object proceed(@Nullable Lease lease) throws Throwable;

	}

}
