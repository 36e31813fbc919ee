package io.github.lockstarter.core;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.LossReason;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ReleaseDeferral;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;

/**
 * The holds and queues of one application instance, and its life cycle: not started,
 * running, stopped, and running again until it is closed.
 */
final class Engine {

	private enum State {

		NEW, STARTING, RUNNING, DRAINED, STOPPING, STOPPED

	}

	private final EngineContext context;

	private final LocalQueues queues = new LocalQueues();

	// Separate from the others: readers wait for the one reader that asks the store.
	private final LocalQueues readers = new LocalQueues();

	private final SharedReads reads;

	private final Holds holds = new Holds();

	private final RenewalLoop renewal;

	private final EarlyCallers early = new EarlyCallers();

	private final Drain drain;

	private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

	private final ReentrantLock life = new ReentrantLock();

	// only changed and read under the lock above
	private boolean closed;

	private final BooleanSupplier running = this::isRunning;

	private final LongConsumer alarm;

	Engine(LockStore store, LockSettings settings, LockRuntime runtime, List<LockObserver> observers) {
		this(store, settings, runtime, observers, ReleaseDeferral.NONE);
	}

	Engine(LockStore store, LockSettings settings, LockRuntime runtime, List<LockObserver> observers,
			ReleaseDeferral deferral) {
		this.context = new EngineContext(store, settings, runtime, observers, deferral);
		this.reads = new SharedReads(this.context);
		this.renewal = new RenewalLoop(this.holds, this.context.store(), runtime, this.context.renewalNanos());
		this.drain = new Drain(this.context, this.holds, this.early);
		this.alarm = this.renewal::wakeAt;
	}

	EngineContext context() {
		return this.context;
	}

	LocalQueues queues() {
		return this.queues;
	}

	LocalQueues readers() {
		return this.readers;
	}

	SharedReads reads() {
		return this.reads;
	}

	Holds holds() {
		return this.holds;
	}

	RenewalLoop renewal() {
		return this.renewal;
	}

	EarlyCallers early() {
		return this.early;
	}

	Hold hold(HoldKey key, AttemptOutcome.Granted granted, Moment begin, @Nullable LocalPlace place,
			AttemptEvents events) {
		return hold(key, granted, begin, place, null, events);
	}

	Hold hold(EntryRequest caller, AttemptOutcome.Granted granted, Moment begin, @Nullable LocalPlace place,
			SharedReads.@Nullable Grant shared) {
		Hold hold = hold(caller.key(), granted, begin, place, shared, caller.events());
		if (caller.isEarly()) {
			this.early.holds(hold);
		}
		return hold;
	}

	private Hold hold(HoldKey key, AttemptOutcome.Granted granted, Moment begin, @Nullable LocalPlace place,
			SharedReads.@Nullable Grant shared, AttemptEvents events) {
		Handover handover = new Handover(this.context, this.queues, this.running, place, shared);
		return new Hold(this.context, key, granted, begin, handover, this.holds, this.alarm, events);
	}

	// False if a stop has begun, which may have counted the holders already and would
	// neither wait for this hold nor renew it; or if the lock was granted before a stop,
	// to the previous identity of this instance.
	boolean began(Hold hold) {
		this.holds.add(hold);
		this.renewal.began(hold);
		State now = this.state.get();
		return (now == State.NEW || now == State.RUNNING) && this.context.attempts().isOurs(hold.ownership().id());
	}

	boolean isRunning() {
		return this.state.get() == State.RUNNING;
	}

	boolean isToBeStarted() {
		State now = this.state.get();
		return now == State.NEW || now == State.STARTING;
	}

	void awaitStart() {
		if (isToBeStarted()) {
			start(false);
		}
	}

	CompletionStage<Void> started() {
		return isToBeStarted() ? CompletableFuture.runAsync(this::awaitStart, this.context.threads()::launch)
				: CompletableFuture.completedFuture(null);
	}

	void start() {
		start(true);
		this.early.end();
	}

	private void start(boolean again) {
		this.life.lock();
		try {
			State before = this.state.get();
			if (again && this.closed) {
				throw new IllegalStateException("These locks were closed and cannot be started again. "
						+ "Create a new LockTemplate, with a new store.");
			}
			if (before == State.NEW || (again && before == State.STOPPED)) {
				startFrom(before);
			}
			else if (again && before == State.DRAINED) {
				this.drain.begin();
				this.state.set(State.RUNNING);
			}
		}
		finally {
			this.life.unlock();
		}
	}

	private void startFrom(State before) {
		this.state.set(State.STARTING);
		try {
			LifecycleSteps.undisturbed(() -> connect(before == State.STOPPED));
			this.state.set(State.RUNNING);
		}
		catch (RuntimeException | Error ex) {
			this.state.set(before);
			throw ex;
		}
	}

	private void connect(boolean again) {
		this.context.threads().start();
		try {
			this.context.store().start(new StoreListener());
			this.context.attempts().begin();
			if (again) {
				this.holds.forEach((hold) -> LifecycleSteps.run(() -> hold.lose(LossReason.RESTARTED)));
			}
			this.renewal.start();
			this.drain.begin();
		}
		catch (RuntimeException | Error ex) {
			disconnect();
			throw ex;
		}
	}

	void spendShutdown(long nanos) {
		this.life.lock();
		try {
			this.drain.spend(nanos);
		}
		finally {
			this.life.unlock();
		}
	}

	void drain() {
		this.life.lock();
		try {
			if (refuseCallers()) {
				LifecycleSteps.run(this.drain::awaitWork);
			}
			if (this.holds.size() == 0) {
				stop();
			}
		}
		finally {
			this.life.unlock();
		}
	}

	void stop() {
		this.life.lock();
		try {
			boolean running = refuseCallers();
			if (this.state.getAndSet(State.STOPPING) == State.DRAINED) {
				LifecycleSteps.run(running ? this.drain::awaitWork : this.drain::awaitLast);
				LifecycleSteps.run(this.drain::report);
				LifecycleSteps.undisturbed(this::disconnect);
			}
		}
		finally {
			this.state.set(State.STOPPED);
			this.life.unlock();
		}
	}

	void close() {
		this.life.lock();
		try {
			this.closed = true;
			stop();
		}
		finally {
			this.life.unlock();
		}
	}

	private boolean refuseCallers() {
		boolean running = this.state.compareAndSet(State.RUNNING, State.DRAINED);
		if (running) {
			LifecycleSteps.run(() -> this.context.attempts().abandonAll(Refusal.SHUT_DOWN));
			LifecycleSteps.run(this.queues::wakeAll);
			LifecycleSteps.run(this.readers::wakeAll);
		}
		return running;
	}

	private void disconnect() {
		LifecycleSteps.run(this.renewal::stop);
		LifecycleSteps.run(this.context.threads()::stop);
		LifecycleSteps.run(this.context.background()::stopped);
		LifecycleSteps.run(this.context.store()::stop);
	}

	private final class StoreListener implements LockStore.Listener {

		@Override
		public void onHandOff(PushMessage message) {
			Engine.this.context.attempts().onHandOff(message);
		}

		@Override
		public void onSubscribed() {
			Engine.this.context.attempts().onSubscribed();
		}

		@Override
		public void onTaken(String id) {
			Engine.this.holds.forEach((hold) -> {
				if (hold.ownership().id().equals(id)) {
					hold.lose(LossReason.TAKEN);
				}
			});
		}

		@Override
		public void onServerChanged() {
			Engine.this.renewal.askForAll();
		}

	}

}
