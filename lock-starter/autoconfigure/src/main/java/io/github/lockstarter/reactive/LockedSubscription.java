package io.github.lockstarter.reactive;

import java.util.Optional;
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
import io.github.lockstarter.async.WorkStart;
import io.github.lockstarter.core.EngineLease;
import io.github.lockstarter.core.WorkEnd;

/**
 * A subscription to work under a lock, from the acquisition to the release. Its states:
 *
 * <pre>
 * ACQUIRING --- granted --> RUNNING --- complete, error --> ENDING --> signal
 *     '--- refused --> signal |
 *     '--- cancel             '--- cancel --> CANCELLED (released, no signal)
 * </pre>
 *
 * <p>
 * Each state is left once, by compare-and-set: concurrent signals close the lease once,
 * and a lease that is granted to a cancelled subscription is released. A single result is
 * kept until the release is answered; many results are passed on as they arrive.
 */
final class LockedSubscription<T> extends Operators.DeferredSubscription implements CoreSubscriber<T>, WorkStart.Work {

	private enum State {

		ACQUIRING, RUNNING, ENDING, CANCELLED

	}

	private static final int BEGUN = 1;

	private static final int GIVEN_UP = 2;

	private final LockedWork<T> work;

	private final CoreSubscriber<? super T> actual;

	private final WorkStart start;

	private final Executor caller;

	private final AtomicReference<State> state = new AtomicReference<>(State.ACQUIRING);

	private final KeptResult<T> result;

	private final AtomicInteger begun = new AtomicInteger();

	private volatile Context context;

	private volatile @Nullable EngineLease lease;

	LockedSubscription(LockedWork<T> work, CoreSubscriber<? super T> actual) {
		this.work = work;
		this.actual = actual;
		this.context = actual.currentContext();
		this.result = new KeptResult<>(actual);
		this.start = new WorkStart(work.tasks(), this);
		this.caller = work.tasks().caller();
	}

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
		try {
			this.start.start(this.work.locks().call(this.work.request(), this::outer));
		}
		catch (RuntimeException ex) {
			if (this.state.compareAndSet(State.ACQUIRING, State.ENDING)) {
				this.actual.onError(ex);
			}
		}
	}

	private @Nullable Lease outer(String name) {
		return ReactiveLockContext.find(this.context, name).or(() -> LockContext.current(name)).orElse(null);
	}

	@Override
	public boolean isGivenUp() {
		return this.state.get() == State.CANCELLED;
	}

	@Override
	public void refuse(@Nullable EngineLease held, Throwable reason) {
		boolean wanted = this.state.compareAndSet(State.ACQUIRING, State.ENDING);
		if (held == null) {
			if (wanted) {
				this.caller.execute(() -> this.actual.onError(ReactiveLockTemplate.cause(reason)));
			}
		}
		else if (wanted) {
			release(held, reason);
		}
		else {
			held.end(WorkEnd.FAILED);
		}
	}

	@Override
	public void begin(EngineLease held) {
		this.lease = held;
		if (!this.state.compareAndSet(State.ACQUIRING, State.RUNNING)) {
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

	// The code that creates the publisher runs under the lock to its end, even if the
	// subscription is cancelled meanwhile: the later of the two releases the lock.
	private void leaveBegun(int mark) {
		int before = this.begun.getAndUpdate((bits) -> bits | mark);
		if ((before | mark) == (BEGUN | GIVEN_UP) && before != (BEGUN | GIVEN_UP)) {
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
			this.result.keep(next);
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
		else {
			this.result.complete();
		}
	}

	// ----- signals of the subscriber

	@Override
	public void request(long count) {
		if (!this.work.single()) {
			super.request(count);
		}
		else if (Operators.validate(count)) {
			this.result.request(() -> !isGivenUp());
		}
	}

	@Override
	public void cancel() {
		State before = this.state.getAndSet(State.CANCELLED);
		if (before == State.ACQUIRING) {
			this.start.giveUp();
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
