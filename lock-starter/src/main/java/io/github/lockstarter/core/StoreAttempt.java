package io.github.lockstarter.core;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * One caller's way to a lock in the store: asked by whoever waits for it, told by answers
 * and messages of the store, on any thread. It never blocks; what happens is taken one
 * step at a time by its {@link AttemptState}, under one mutex, so that the commands of
 * one attempt keep their order.
 */
final class StoreAttempt implements Attempts.Waiter {

	private final ReentrantLock mutex = new ReentrantLock();

	private final EngineContext context;

	private final AttemptEnd end;

	private final AttemptState state;

	/**
	 * Creates the attempt, which can be found by its id from now on.
	 * @param context what all attempts share
	 * @param name the lock name
	 * @param leaseMillis the length of the lease to ask for
	 * @param budget what its time is paid from
	 * @param wake wakes whoever waits for it
	 */
	StoreAttempt(EngineContext context, String name, long leaseMillis, WaitBudget budget, Runnable wake) {
		this.context = context;
		AttemptTraffic traffic = new AttemptTraffic(context, new AttemptCommands(context, name, leaseMillis, budget),
				this::guarded);
		AttemptId id = new AttemptId(context.attempts(), this);
		this.end = new AttemptEnd(traffic, id, wake);
		this.state = new AttemptState(context, traffic, id, this.end, budget, wake);
		// last: whoever finds it finds it complete
		id.register();
	}

	/**
	 * Asks the store for the first time.
	 */
	void start() {
		guarded(this.state::start);
	}

	/**
	 * Asks for the first time by ending the turn of an owner in this JVM: what that does
	 * not give, the next question asks for.
	 * @param owner the attempt that owns the lock
	 * @return the answer, for that owner
	 */
	CompletionStage<StoreReply> startByYield(String owner) {
		return guarded(() -> this.state.startByYield(owner));
	}

	/**
	 * How it ended, or {@code null} while it has not.
	 */
	@Nullable AttemptOutcome outcome() {
		return this.end.outcome();
	}

	/**
	 * When {@link #onTimer()} is due, on the monotonic clock.
	 */
	long nextTimer() {
		return guarded(this.state::nextTimer);
	}

	/**
	 * Does what is due: asks again, gives up a command without an answer, ends the wait.
	 */
	void onTimer() {
		guarded(this.state::onTimer);
	}

	/**
	 * Whether the store has lately said that another holds the lock.
	 */
	boolean isHeldByAnother() {
		return guarded(() -> this.end.isHeldByAnother(this.context.nanoTime()));
	}

	/**
	 * Why the store has not said who holds the lock, or null if it has.
	 */
	@Nullable StoreException trouble() {
		return guarded(this.end::trouble);
	}

	@Override
	public boolean onHandOff(PushMessage message, Moment arrival) {
		return guarded(() -> this.state.onHandOff(message, arrival));
	}

	@Override
	public void askNow() {
		guarded(this.state::askNow);
	}

	@Override
	public void abandon(Refusal reason) {
		guarded(() -> this.state.abandon(reason));
	}

	/**
	 * Takes one step.
	 */
	void guarded(Runnable step) {
		this.mutex.lock();
		try {
			step.run();
		}
		finally {
			this.mutex.unlock();
		}
	}

	private <T extends @Nullable Object> T guarded(Supplier<T> step) {
		this.mutex.lock();
		try {
			return step.get();
		}
		finally {
			this.mutex.unlock();
		}
	}

}
