package io.github.lockstarter.reactive;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;

import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.core.EngineLease;
import io.github.lockstarter.core.NonBlockingCall;
import io.github.lockstarter.core.WorkEnd;

/**
 * A subscription to a lease, which is passed on once it is granted and requested, or
 * released on cancellation.
 */
final class LeaseSubscription implements Subscription {

	private static final int REQUESTED = 1;

	private static final int READY = 2;

	private static final int CANCELLED = 4;

	private final CoreSubscriber<? super ReactiveLease> actual;

	private final ApplicationTasks tasks;

	private final Executor caller;

	private final AtomicInteger state = new AtomicInteger();

	private volatile @Nullable NonBlockingCall call;

	private volatile @Nullable CompletableFuture<EngineLease> acquiring;

	private volatile @Nullable EngineLease lease;

	LeaseSubscription(CoreSubscriber<? super ReactiveLease> actual, ApplicationTasks tasks) {
		this.actual = actual;
		this.tasks = tasks;
		this.caller = tasks.caller();
	}

	void acquire(Supplier<NonBlockingCall> calling) {
		CompletableFuture<EngineLease> acquired;
		try {
			NonBlockingCall asking = calling.get();
			this.call = asking;
			acquired = asking.acquire();
		}
		catch (RuntimeException ex) {
			acquired = CompletableFuture.failedFuture(ex);
		}
		await(acquired);
	}

	private void await(CompletableFuture<EngineLease> acquired) {
		this.acquiring = acquired;
		if (this.state.get() >= CANCELLED) {
			acquired.cancel(false);
		}
		acquired.whenComplete((granted, failure) -> this.caller.execute(() -> {
			this.lease = granted;
			if (granted != null) {
				mark(READY);
			}
			else if (this.state.get() < CANCELLED) {
				this.actual.onError(ReactiveLockTemplate.cause(failure));
			}
		}));
	}

	@Override
	public void request(long count) {
		if (Operators.validate(count)) {
			mark(REQUESTED);
		}
	}

	@Override
	public void cancel() {
		mark(CANCELLED);
		CompletableFuture<EngineLease> waiting = this.acquiring;
		if (waiting != null) {
			waiting.cancel(false);
		}
	}

	private void mark(int bit) {
		int before = this.state.getAndUpdate((bits) -> bits | bit);
		int now = before | bit;
		EngineLease granted = this.lease;
		if (before == now || granted == null) {
			return;
		}
		NonBlockingCall asked = this.call;
		if (now == (REQUESTED | READY) && asked != null && !granted.isHeld()) {
			// lost before it was requested, or before the caller could be notified
			if (this.state.compareAndSet(now, REQUESTED)) {
				this.lease = null;
				await(asked.acquireAgain());
			}
			else {
				granted.end(WorkEnd.FAILED); // cancelled meanwhile
			}
		}
		else if (now == (REQUESTED | READY)) {
			this.actual.onNext(new HeldReactiveLease(granted, this.tasks));
			this.actual.onComplete();
		}
		else if (now >= CANCELLED && before != (REQUESTED | READY)) {
			granted.end(WorkEnd.FAILED);
		}
	}

}
