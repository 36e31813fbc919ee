package io.github.lockstarter.core;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ReleaseDeferral;
import io.github.lockstarter.store.LeaseMargins;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * What all attempts and holds of one application instance share: store, settings, clocks
 * and threads; it knows none of its users.
 */
final class EngineContext {

	// The local callers must not use up the lease that other instances wait for.
	private static final int TURNS_PER_LEASE = 10;

	private final LockStore store;

	private final LockSettings settings;

	private final long commandTimeoutNanos;

	private final long renewalNanos;

	private final long turnNanos;

	private final LockRuntime runtime;

	private final LockClock clock;

	private final EngineThreads threads;

	private final BackgroundCommands background;

	private final LockObservers observers;

	private final WaitBudget.AnswerTime answerTime;

	private final BackOff retryBackOff;

	private final PollSchedule polls;

	private final LiveAttempts attempts;

	private final ReleaseDeferral deferral;

	EngineContext(LockStore store, LockSettings settings, LockRuntime runtime, List<LockObserver> observers,
			ReleaseDeferral deferral) {
		this.store = GuardedStore.around(store);
		this.settings = settings;
		this.commandTimeoutNanos = settings.commandTimeout().toNanos();
		this.renewalNanos = LeaseMargins.renewalNanos(settings.leaseTime().toNanos());
		this.turnNanos = Math.min(settings.cohortMaxTime().toNanos(), settings.leaseTime().toNanos() / TURNS_PER_LEASE);
		this.runtime = runtime;
		this.clock = runtime.clock();
		this.threads = new EngineThreads(runtime);
		this.background = new BackgroundCommands(this.threads, this.clock,
				// From one round trip to the restart of a server.
				new BackOff(20, 500, runtime::random));
		this.observers = new LockObservers(observers, this.threads::observe);
		this.answerTime = new WaitBudget.AnswerTime(commandTimeoutNanos());
		// From one round trip to a reconnect.
		this.retryBackOff = new BackOff(20, 250, runtime::random);
		this.polls = new PollSchedule(this.store, settings, runtime::random);
		this.attempts = new LiveAttempts(this.store, this.clock, this.background,
				Millis.toNanos(settings.silenceMillis()));
		this.deferral = deferral;
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

	Moment now() {
		return this.clock.now();
	}

	long nanoTime() {
		return this.clock.nanoTime();
	}

	LockRuntime runtime() {
		return this.runtime;
	}

	EngineThreads threads() {
		return this.threads;
	}

	BackgroundCommands background() {
		return this.background;
	}

	LockObservers observers() {
		return this.observers;
	}

	WaitBudget.AnswerTime answerTime() {
		return this.answerTime;
	}

	BackOff retryBackOff() {
		return this.retryBackOff;
	}

	PollSchedule polls() {
		return this.polls;
	}

	LiveAttempts attempts() {
		return this.attempts;
	}

	ReleaseDeferral deferral() {
		return this.deferral;
	}

	long commandTimeoutNanos() {
		return this.commandTimeoutNanos;
	}

	long turnNanos() {
		return this.turnNanos;
	}

	long renewalNanos() {
		return this.renewalNanos;
	}

	// If blocks, the stage is complete on return.
	CompletionStage<StoreReply> await(CompletionStage<StoreReply> answer, boolean blocks) {
		if (!blocks) {
			return AnswerWait.within(answer, this.store, commandTimeoutNanos(), this.threads);
		}
		try {
			return CompletableFuture
				.completedFuture(AnswerWait.await(answer, this.store, commandTimeoutNanos(), this.runtime));
		}
		catch (StoreException ex) {
			return CompletableFuture.failedFuture(ex);
		}
	}

}
