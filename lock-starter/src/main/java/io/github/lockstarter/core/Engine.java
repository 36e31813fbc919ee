package io.github.lockstarter.core;

import java.util.List;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.BiConsumer;
import java.util.function.DoubleSupplier;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * What all acquisitions and holds of one application instance share, and its life: not
 * started, running, stopped, and running again. The faces are built on it.
 */
final class Engine implements LockStore.Listener {

	// A renewal is due after a third of the lease: two more attempts fit in before its
	// end.
	private static final int RENEWALS_PER_LEASE = 3;

	private static final Log logger = LogFactory.getLog(Engine.class);

	private enum State {

		NEW, RUNNING, STOPPING, STOPPED

	}

	private final LockStore store;

	private final LockSettings settings;

	private final LockClock clock;

	private final AnswerTime answerTime;

	private final Attempts attempts;

	private final LocalQueues queues = new LocalQueues();

	private final Holds holds = new Holds();

	private final LockObservers observers;

	private final PushHealth pushes;

	private final BackOff retryBackOff;

	private final PollSchedule polls;

	private final LeaseRenewal renewal;

	private final EngineThreads threads = new EngineThreads();

	private final BackgroundCommands background;

	private final AtomicReference<State> state = new AtomicReference<>(State.NEW);

	private final ReentrantLock life = new ReentrantLock();

	Engine(LockStore store, LockSettings settings, LockClock clock, DoubleSupplier random,
			List<LockObserver> observers) {
		this.store = store;
		this.settings = settings;
		this.clock = clock;
		this.answerTime = new AnswerTime(commandTimeoutNanos());
		this.attempts = new Attempts(store.clientId());
		this.observers = new LockObservers(observers, observing());
		this.pushes = new PushHealth(store, clock.nanoTime(), settings.waiterMillis() * 1_000_000);
		// From one round trip to what a reconnect takes.
		this.retryBackOff = new BackOff(20, 250, random);
		this.polls = new PollSchedule(store, settings, random);
		this.renewal = new LeaseRenewal(this.holds, store, clock, renewalNanos());
		this.background = new BackgroundCommands(this.threads, clock);
	}

	LockStore store() {
		return this.store;
	}

	LockSettings settings() {
		return this.settings;
	}

	LockClock clock() {
		return this.clock;
	}

	AnswerTime answerTime() {
		return this.answerTime;
	}

	Attempts attempts() {
		return this.attempts;
	}

	LocalQueues queues() {
		return this.queues;
	}

	Holds holds() {
		return this.holds;
	}

	LockObservers observers() {
		return this.observers;
	}

	PushHealth pushes() {
		return this.pushes;
	}

	PollSchedule polls() {
		return this.polls;
	}

	BackOff retryBackOff() {
		return this.retryBackOff;
	}

	LeaseRenewal renewal() {
		return this.renewal;
	}

	BackgroundCommands background() {
		return this.background;
	}

	Executor notifier() {
		return this.threads::notify;
	}

	Executor observing() {
		return this.threads::observe;
	}

	EngineThreads threads() {
		return this.threads;
	}

	long commandTimeoutNanos() {
		return this.settings.commandTimeout().toNanos();
	}

	long renewalNanos() {
		return this.settings.leaseTime().toNanos() / RENEWALS_PER_LEASE;
	}

	/**
	 * Waits one command timeout for an answer, interrupted or not.
	 * @throws StoreException if there is none
	 */
	StoreReply await(CompletionStage<StoreReply> answer) {
		return Answers.await(answer, commandTimeoutNanos(), this.clock);
	}

	/**
	 * Sends one renewal.
	 */
	void renew(Renewal renewal, BiConsumer<@Nullable StoreReply, @Nullable Throwable> answer) {
		this.store.renew(renewal.name(), renewal.id(), renewal.leaseMillis()).whenComplete(answer);
	}

	/**
	 * The same as {@link #await} for a caller that must not wait: the stage fails with a
	 * {@link StoreException} if there is no answer within one command timeout.
	 */
	CompletionStage<StoreReply> answered(CompletionStage<StoreReply> answer) {
		return Answers.within(answer, commandTimeoutNanos(), this.threads);
	}

	/**
	 * Makes sure that an attempt owns nothing and waits for nothing, in the background.
	 */
	void giveBack(String name, String id, long leaseMillis) {
		if (!this.attempts.isOurs(id)) {
			return; // of this instance before a stop: the lease ends by itself
		}
		this.background.untilAnswered(() -> this.store.cancel(name, id, 0, LockStore.NO_LIMIT), leaseMillis);
	}

	/**
	 * Gives back what an attempt was granted, because nobody can use it any more.
	 */
	void discard(String name, String id, long leaseMillis) {
		this.attempts.unregister(id);
		giveBack(name, id, leaseMillis);
	}

	/**
	 * A hold has begun.
	 * @return whether it may go on: a stop that has begun may have looked for holders
	 * before, and then neither waits for this one nor renews it; one that was granted
	 * before a stop is not of this instance any more
	 */
	boolean began(Hold hold) {
		this.holds.add(hold);
		this.renewal.wakeAt(hold.firstTick());
		State now = this.state.get();
		return (now == State.NEW || now == State.RUNNING) && this.attempts.isOurs(hold.id());
	}

	/**
	 * Whether acquisitions are accepted; the first one starts an engine that was not.
	 */
	boolean isRunning() {
		if (this.state.get() == State.NEW) {
			start();
		}
		return this.state.get() == State.RUNNING;
	}

	void start() {
		this.life.lock();
		try {
			State before = this.state.get();
			if (before == State.NEW || before == State.STOPPED) {
				undisturbed(() -> connect(before == State.STOPPED));
				this.state.set(State.RUNNING);
			}
		}
		finally {
			this.life.unlock();
		}
	}

	private void connect(boolean again) {
		this.threads.start();
		try {
			this.store.start(this);
			this.attempts.begin(this.store.clientId());
			if (again) {
				this.holds.forEach((hold) -> step(hold::outlivedStop));
			}
			this.renewal.start();
		}
		catch (RuntimeException | Error ex) {
			disconnect();
			throw ex;
		}
	}

	/**
	 * Refuses new and waiting callers at once, waits for the holders, and disconnects. A
	 * lock whose holder still works is not released: its renewal stops, its lease ends.
	 * Nothing keeps it from its end; an interrupted thread does not wait for the holders.
	 */
	void stop() {
		this.life.lock();
		try {
			if (this.state.getAndSet(State.STOPPING) == State.RUNNING) {
				this.attempts.forEach((acquisition) -> step(() -> acquisition.abandon(Refusal.SHUT_DOWN)));
				step(this.queues::wakeAll);
				step(this::awaitHolders);
				undisturbed(this::disconnect);
			}
		}
		finally {
			this.state.set(State.STOPPED);
			this.life.unlock();
		}
	}

	private void disconnect() {
		step(this.renewal::stop);
		step(this.threads::stop);
		step(this.store::stop);
	}

	/**
	 * Puts the interrupt flag aside: a client of Redis is neither made nor closed on an
	 * interrupted thread.
	 */
	private static void undisturbed(Runnable action) {
		boolean interrupted = Thread.interrupted();
		try {
			action.run();
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	private static void step(Runnable step) {
		try {
			step.run();
		}
		catch (Throwable ex) {
			logger.warn("A part of the start or stop of the locks failed, the rest goes on", ex);
		}
	}

	private void awaitHolders() {
		if (!this.holds.awaitNone(this.settings.shutdownTimeout().toNanos())) {
			long held = this.holds.held();
			if (held > 0) {
				logger.warn(held + " locks are still held at shutdown. They are not released, because their "
						+ "holders still work; each is free when its lease ends.");
			}
		}
	}

	@Override
	public void onHandOff(PushMessage message) {
		Moment arrival = this.clock.now();
		StoreAttempt waiter = this.attempts.find(message.id());
		boolean known = waiter != null && waiter.onHandOff(message, arrival);
		if (!known && message.kind() == PushMessage.Kind.GRANT && this.attempts.isOurs(message.id())) {
			this.background.untilAnswered(() -> this.store.giveBack(message), message.millis());
		}
	}

	@Override
	public void onSubscribed() {
		this.attempts.forEach(StoreAttempt::askNow);
	}

	@Override
	public void onTaken(String id) {
		this.holds.forEach((hold) -> {
			if (hold.id().equals(id)) {
				hold.lose(() -> LossReport.TAKEN);
			}
		});
	}

}
