package io.github.lockstarter.aspect.reactive;

import java.lang.reflect.Method;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.aspect.LockedCall;
import io.github.lockstarter.aspect.LockedResultKind;
import io.github.lockstarter.aspect.OutlivingResults;

/**
 * Methods that return a {@link Mono}, a {@link Flux} or a type that Spring adapts to
 * them, and Kotlin's suspending functions: each subscription acquires the lock, calls the
 * method and holds the lock until the result ends. All failures are error signals.
 */
public final class PublisherCalls implements LockedResultKind {

	private final Supplier<LockedPublication> publication;

	private final BooleanSupplier available;

	private final ApplicationThread thread;

	public PublisherCalls(Supplier<LockedPublication> publication, BooleanSupplier available,
			ApplicationThread thread) {
		this.publication = publication;
		this.available = available;
		this.thread = thread;
	}

	@Override
	public boolean matches(Method method, Class<?> targetClass) {
		return ReactiveResult.of(method, targetClass) != null;
	}

	@Override
	public @Nullable Problem problemWith(Method method, Class<?> targetClass, OnNotAcquired onNotAcquired,
			OnLost onLost) {
		ReactiveResult result = ReactiveResult.of(method, targetClass);
		if (!this.available.getAsBoolean()) {
			return new Problem(
					"returns a reactive type, but there is no ReactiveLockOperations bean to hold its lock with",
					"Configure where the locks are kept (distributed-lock.store), or define a ReactiveLockOperations "
							+ "bean beside your own LockOperations.");
		}
		if (onNotAcquired == OnNotAcquired.SKIP && result != null && !result.mayBeEmpty()) {
			return new Problem(
					"returns " + method.getReturnType().getName()
							+ ", which cannot be empty, so that there is nothing to return when it is skipped",
					"Return a type that can be empty, such as Maybe, or use THROW or FALLBACK.");
		}
		return OutlivingResults.problemInside(method, targetClass);
	}

	@Override
	public @Nullable Object invoke(LockedCall call) {
		ReactiveResult result = ReactiveResult.of(call.method().method(), call.method().targetClass());
		if (result == null) {
			throw new IllegalStateException(call.method() + " returns no reactive type");
		}
		return result.single() ? result.adapt(Mono.defer(() -> Mono.from(subscribed(call, result))))
				: result.adapt(Flux.defer(() -> Flux.from(subscribed(call, result))));
	}

	private Publisher<Object> subscribed(LockedCall call, ReactiveResult result) {
		if (!call.isWanted()) {
			return LockedPublisherBody.publisher(() -> call.proceed(null), result);
		}
		LockRequest request = call.request();
		LockedPublisherBody body = new LockedPublisherBody(call, result);
		Flux<Object> locked = Flux.from(this.publication.get().publish(call.method(), request, body, result.single()));
		if (call.onNotAcquired() == OnNotAcquired.THROW) {
			return locked;
		}
		return locked.onErrorResume((failure) -> failure instanceof LockNotAcquiredException && !body.entered(),
				(failure) -> (call.onNotAcquired() == OnNotAcquired.SKIP) ? Flux.empty()
						: fallback(call, result, failure));
	}

	private Publisher<Object> fallback(LockedCall call, ReactiveResult result, Throwable refusal) {
		Mono<Void> reached = this.thread.reach().onErrorMap((rejection) -> {
			refusal.addSuppressed(rejection);
			return refusal;
		});
		return reached.thenMany(Flux.defer(() -> LockedPublisherBody.publisher(call::fallback, result)));
	}

}
