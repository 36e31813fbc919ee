package io.github.lockstarter.reactive;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.CoreSubscriber;
import reactor.core.publisher.Operators;
import reactor.util.context.Context;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.async.PendingTask;
import io.github.lockstarter.core.EngineLease;
import io.github.lockstarter.core.NonBlockingCall;
import io.github.lockstarter.core.WorkEnd;

/**
 * One subscription to work under a lock, from the acquisition to the release. Its states:
 *
 * <pre>
 * ACQUIRING --- granted --> RUNNING --- complete, error --> ENDING --> told
 *     '--- refused --> told   |
 *     '--- cancel             '--- cancel --> CANCELLED (released, nobody is told)
 * </pre>
 *
 * <p>
 * Each state is left once, by a compare-and-set: so the lease is closed once, whatever
 * comes at the same time, and a lease that is granted to a cancelled subscription is
 * given back. A single result is kept until the release is answered; many are passed on
 * as they come.
 */
final class LockedSubscription<T> extends Operators.DeferredSubscription implements CoreSubscriber<T> {

	private enum State {

		ACQUIRING, RUNNING, ENDING, CANCELLED

	}

	private static final int REQUESTED = 1;

	private static final int READY = 2;

	private static final int BEGUN = 1;

	private static final int GIVEN_UP = 2;

	private final LockedWork<T> work;

	private final CoreSubscriber<? super T> actual;

	private final Runnable begin;

	private final Executor caller;

	private final AtomicReference<State> state = new AtomicReference<>(State.ACQUIRING);

	private final AtomicInteger single = new AtomicInteger();

	private final AtomicInteger begun = new AtomicInteger();

	private volatile Context context;

	private volatile @Nullable NonBlockingCall call;

	private volatile @Nullable CompletableFuture<EngineLease> acquiring;

	// How often the executor has come so far as to begin the work.
	private volatile int entries;

	private volatile @Nullable EngineLease lease;

	private volatile @Nullable PendingTask pending;

	private volatile @Nullable T value;

	LockedSubscription(LockedWork<T> work, CoreSubscriber<? super T> actual) {
		this.work = work;
		this.actual = actual;
		this.context = actual.currentContext();
		this.begin = work.tasks().capture(this::begin);
		this.caller = work.tasks().caller();
	}

	/**
	 * Subscribes to the work.
	 */
	static <T> void begin(LockedWork<T> work, CoreSubscriber<? super T> actual) {
		LockedSubscription<T> subscription;
		try {
			subscription = new LockedSubscription<>(work, actual);
		}
		catch (RuntimeException ex) {
			Operators.error(actual, ex); // the context could not be captured
			return;
		}
		actual.onSubscribe(subscription);
		subscription.acquire();
	}

	private void acquire() {
		if (this.state.get() == State.CANCELLED) {
			return;
		}
		NonBlockingCall asking;
		CompletableFuture<EngineLease> acquired;
		try {
			asking = this.work.locks().call(this.work.request(), this::outer);
			acquired = asking.acquire();
		}
		catch (RuntimeException ex) {
			if (this.state.compareAndSet(State.ACQUIRING, State.ENDING)) {
				this.actual.onError(ex);
			}
			return;
		}
		this.call = asking;
		await(asking, acquired);
	}

	private void await(NonBlockingCall asked, CompletableFuture<EngineLease> acquired) {
		this.acquiring = acquired;
		if (this.state.get() == State.CANCELLED) {
			acquired.cancel(false);
		}
		acquired.whenComplete((granted, failure) -> {
			if (granted != null) {
				this.lease = granted;
				int before = this.entries;
				this.pending = this.work.tasks().run(() -> beginInContext(before), asked.timeToBegin(), this::refuse);
				if (this.state.get() == State.CANCELLED) {
					takeBack();
				}
			}
			else {
				refuse(failure);
			}
		});
	}

	private @Nullable Lease outer(String name) {
		return ReactiveLockContext.find(this.context, name).or(() -> LockContext.current(name)).orElse(null);
	}

	private void refuse(Throwable failure) {
		if (this.state.compareAndSet(State.ACQUIRING, State.ENDING)) {
			EngineLease held = this.lease;
			if (held != null) {
				release(held, failure);
			}
			else {
				this.caller.execute(() -> this.actual.onError(ReactiveLockTemplate.cause(failure)));
			}
		}
		else {
			giveBack();
		}
	}

	private void beginInContext(int before) {
		try {
			this.begin.run();
		}
		catch (RuntimeException | Error ex) {
			if (this.entries > before) {
				throw ex;
			}
			refuse(ex); // the context could not be restored
			return;
		}
		if (this.entries == before) {
			refuse(new IllegalStateException("A task decorator did not run the work under the lock"));
		}
	}

	private void begin() {
		this.entries++; // one thread at a time
		EngineLease held = this.lease;
		NonBlockingCall asked = this.call;
		if (held != null && asked != null && !held.isHeld() && this.state.get() == State.ACQUIRING) {
			await(asked, asked.acquireAgain()); // the executor has taken its time
			return;
		}
		if (held == null || !this.state.compareAndSet(State.ACQUIRING, State.RUNNING)) {
			giveBack();
			return;
		}
		this.context = ReactiveLockContext.with(this.context, held);
		try (LockContext.Scope scope = LockContext.open(held)) {
			Publisher<? extends T> body = this.work.body(held);
			body.subscribe(this);
		}
		catch (Throwable ex) {
			end(ex);
		}
		leaveBegun(BEGUN);
	}

	/**
	 * A cancelled subscription gives its lease back when the work is not being begun any
	 * more: code that makes the publisher runs under the lock to its end.
	 */
	private void leaveBegun(int mark) {
		int before = this.begun.getAndUpdate((bits) -> bits | mark);
		if ((before | mark) == (BEGUN | GIVEN_UP) && before != (BEGUN | GIVEN_UP)) {
			giveBack();
		}
	}

	/**
	 * Gives the lease back if the executor has not begun the work.
	 */
	private void takeBack() {
		PendingTask queued = this.pending;
		if (queued != null && queued.takeBack()) {
			giveBack();
		}
	}

	private void giveBack() {
		EngineLease held = this.lease;
		if (held != null) {
			held.end(WorkEnd.FAILED);
		}
	}

	// ----- signals of the work

	@Override
	public Context currentContext() {
		return this.context;
	}

	@Override
	public void onSubscribe(Subscription subscription) {
		set(subscription);
		if (this.work.single()) {
			super.request(Long.MAX_VALUE);
		}
	}

	@Override
	public void onNext(T next) {
		if (this.state.get() != State.RUNNING) {
			Operators.onNextDropped(next, this.context);
		}
		else if (this.work.single()) {
			this.value = next;
		}
		else {
			this.actual.onNext(next);
		}
	}

	@Override
	public void onComplete() {
		end(null);
	}

	@Override
	public void onError(Throwable failure) {
		if (!end(failure)) {
			Operators.onErrorDropped(failure, this.context);
		}
	}

	private boolean end(@Nullable Throwable failure) {
		EngineLease held = this.lease;
		if (held == null || !this.state.compareAndSet(State.RUNNING, State.ENDING)) {
			return false;
		}
		release(held, failure);
		return true;
	}

	private void release(EngineLease held, @Nullable Throwable failure) {
		held.end((failure != null) ? WorkEnd.FAILED : WorkEnd.NORMAL)
			.thenAccept((lost) -> this.caller.execute(() -> tell(failure, lost)));
	}

	private void tell(@Nullable Throwable failure, Optional<LockLostException> lost) {
		if (this.state.get() == State.CANCELLED) {
			return;
		}
		if (failure != null) {
			lost.filter((loss) -> loss != failure).ifPresent(failure::addSuppressed);
			this.actual.onError(failure);
		}
		else if (lost.isPresent()) {
			this.actual.onError(lost.get());
		}
		else if (this.work.single() && this.value != null) {
			if (this.single.getAndUpdate((bits) -> bits | READY) == REQUESTED) {
				tellValue();
			}
		}
		else {
			this.actual.onComplete();
		}
	}

	private void tellValue() {
		T result = this.value;
		if (result != null) {
			this.actual.onNext(result);
			this.actual.onComplete();
		}
	}

	// ----- signals of the subscriber

	@Override
	public void request(long count) {
		if (!this.work.single()) {
			super.request(count);
		}
		else if (Operators.validate(count) && this.single.getAndUpdate((bits) -> bits | REQUESTED) == READY
				&& this.state.get() != State.CANCELLED) {
			tellValue();
		}
	}

	@Override
	public void cancel() {
		State before = this.state.getAndSet(State.CANCELLED);
		CompletableFuture<EngineLease> waiting = this.acquiring;
		if (before == State.ACQUIRING && waiting != null) {
			waiting.cancel(false);
			takeBack();
		}
		else if (before == State.RUNNING) {
			try {
				super.cancel();
			}
			finally {
				leaveBegun(GIVEN_UP);
			}
		}
	}

}
