package io.github.lockstarter.reactive;

import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Operators;
import reactor.util.context.ContextView;

import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.core.NonBlockingCall;
import io.github.lockstarter.core.NonBlockingLocks;

/**
 * The {@link ReactiveLockOperations} of an application.
 */
public final class ReactiveLockTemplate implements ReactiveLockOperations {

	private final NonBlockingLocks locks;

	private final ApplicationTasks tasks;

	public ReactiveLockTemplate(NonBlockingLocks locks, ApplicationTasks tasks) {
		this.locks = locks;
		this.tasks = tasks;
	}

	@Override
	public Mono<ReactiveLease> acquire(LockRequest request) {
		return new Mono<>() {

			@Override
			public void subscribe(CoreSubscriber<? super ReactiveLease> actual) {
				LeaseSubscription subscription;
				try {
					subscription = new LeaseSubscription(actual, ReactiveLockTemplate.this.tasks);
				}
				catch (RuntimeException ex) {
					Operators.error(actual, ex); // the context could not be captured
					return;
				}
				actual.onSubscribe(subscription);
				subscription.acquire(() -> call(request, actual.currentContext()));
			}

		};
	}

	private NonBlockingCall call(LockRequest request, ContextView context) {
		return this.locks.call(request,
				(name) -> ReactiveLockContext.find(context, name).or(() -> LockContext.current(name)).orElse(null));
	}

	@Override
	public Mono<ReactiveLease> tryAcquire(LockRequest request) {
		return acquire(request).onErrorResume(LockNotAcquiredException.class, (ex) -> Mono.empty());
	}

	@Override
	public <T> Mono<T> execute(LockRequest request, ReactiveLockedAction<T> action) {
		return new LockedMono<>(new LockedWork<>(this.locks, this.tasks, request, action, true));
	}

	@Override
	public <T> Flux<T> executeMany(LockRequest request, ReactiveLockedAction<T> action) {
		return new LockedFlux<>(new LockedWork<>(this.locks, this.tasks, request, action, false));
	}

	@Override
	public Mono<Void> executeWithoutResult(LockRequest request, ReactiveLockedAction<?> action) {
		return this.<Object>execute(request, (lease) -> Flux.from(action.run(lease)).then(Mono.empty())).then();
	}

	@Override
	public Mono<LockInfo> describe(String name) {
		return told(() -> this.locks.describe(name)).flatMap(Mono::justOrEmpty);
	}

	@Override
	public Mono<Boolean> forceRelease(String name) {
		return told(() -> this.locks.forceRelease(name));
	}

	@Override
	public Mono<Boolean> forceRelease(String name, long fencingToken) {
		return told(() -> this.locks.forceRelease(name, fencingToken));
	}

	private <T> Mono<T> told(Supplier<CompletionStage<T>> question) {
		return Mono.create((sink) -> {
			Executor subscriber = this.tasks.caller();
			question.get().whenComplete((answer, failure) -> subscriber.execute(() -> {
				if (failure != null) {
					sink.error(cause(failure));
				}
				else {
					sink.success(answer);
				}
			}));
		});
	}

	static Throwable cause(@Nullable Throwable failure) {
		if (failure instanceof CompletionException && failure.getCause() != null) {
			return failure.getCause();
		}
		return (failure != null) ? failure : new CompletionException(null);
	}

}
