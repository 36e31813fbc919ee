package io.github.lockstarter.core;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.runtime.ReleaseDeferral;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.text.DurationText;

/**
 * The engine for leaderships: exclusive locks that are waited for without a limit and
 * renewed until they are closed, whatever the maximum hold time is. Each has a lease time
 * of its own. Results are completed on threads of the engine or the store, which must not
 * run code of the application.
 */
public final class LeaderLocks {

	// A lost command must not end a leadership: a renewal is due after a third of the
	// lease, and is repeated after one command timeout.
	private static final int TIMEOUTS_PER_LEASE = 3;

	// The longest wait of a request; the caller then requests the lock again.
	private static final Duration WITHOUT_END = Duration.ofDays(30);

	private final Engine engine;

	private final EngineContext context;

	private final BackOff pauses;

	LeaderLocks(Engine engine) {
		this.engine = engine;
		this.context = engine.context();
		// from the restart of a connection to that of a server
		this.pauses = new BackOff(500, 15_000, this.context.runtime()::random);
	}

	/**
	 * Checks what {@link #acquire} would refuse.
	 * @param name the full lock name
	 * @param leaseTime the length of the renewed lease
	 * @return why this leadership is not possible and what to write instead, or null
	 */
	public @Nullable String objection(String name, Duration leaseTime) {
		Duration shortest = this.context.settings().commandTimeout().multipliedBy(TIMEOUTS_PER_LEASE);
		LockRequest request = request(name, leaseTime);
		if (leaseTime.compareTo(shortest) < 0) {
			return "its lease time must be at least " + TIMEOUTS_PER_LEASE
					+ " times distributed-lock.command-timeout, that is " + DurationText.of(shortest) + ", and not "
					+ DurationText.of(leaseTime) + ": a single late answer would end it. Set a longer lease time, or a "
					+ "shorter command-timeout";
		}
		return this.context.store().objection(request);
	}

	private static LockRequest request(String name, Duration leaseTime) {
		return LockRequest.of(name).waitTime(WITHOUT_END).leaseTime(leaseTime);
	}

	/**
	 * Acquires the lock and waits for it without a limit, also while the store cannot be
	 * reached.
	 * @param name the full lock name
	 * @param leaseTime the length of the renewed lease
	 * @return the lease, or a {@code LockException}; cancelling it gives up and leaves
	 * nothing locked
	 */
	public CompletableFuture<EngineLease> acquire(String name, Duration leaseTime) {
		LockRequest request = request(name, leaseTime);
		LeaseTerms terms = LeaseTerms.ofLeader(request, this.context.settings());
		return new NonBlockingCall(this.engine, new LockCall(this.engine, request, false, terms), Map.of()).acquire();
	}

	/**
	 * Asks the store to renew a lease now, such as the short one of a handover.
	 * @param lease the lease
	 * @param leaseTime its full length
	 * @return completed when the store has answered; fails without an answer
	 */
	public CompletionStage<Void> confirm(EngineLease lease, Duration leaseTime) {
		return this.context.await(((SingleLease) lease).hold().renewal().extend(leaseTime.toMillis()), false)
			.thenAccept((reply) -> {
			});
	}

	/**
	 * Why a lease was lost.
	 * @param lease the lease
	 * @return the rest of a sentence, or empty if it was not lost
	 */
	public String lossOf(EngineLease lease) {
		return ((SingleLease) lease).lossText();
	}

	/**
	 * Describes the holder of a lock, and blocks for the answer of the store.
	 * @param name the full lock name
	 * @return the holder, or empty if the lock is free
	 */
	public Optional<LockInfo> describe(String name) {
		AdministratorCall call = new AdministratorCall(this.engine, name);
		return call.described(call.await(this.context.store()::describe));
	}

	/**
	 * The label of the store, as the subject of a sentence.
	 * @return such as "Redis at redis:6379"
	 */
	public String store() {
		return this.context.store().label();
	}

	public StoreState state() {
		return this.context.store().state();
	}

	public LockSettings settings() {
		return this.context.settings();
	}

	public ReleaseDeferral deferral() {
		return this.context.deferral();
	}

	/**
	 * Runs a task that may block, on a thread of its own.
	 * @param task the task
	 */
	public void run(Runnable task) {
		this.context.threads().tell(task);
	}

	/**
	 * Runs a short task after a pause. A stop of the engine cancels it.
	 * @param task the task, which must not run code of the application
	 * @param pause how long to wait
	 * @return to cancel the task
	 */
	public Future<?> later(Runnable task, Duration pause) {
		try {
			return this.context.threads().scheduleNanos(task, pause.toNanos());
		}
		catch (RejectedExecutionException ex) {
			return this.context.threads().later(task, pause); // the engine is not started
		}
	}

	/**
	 * How long to wait before a failed request is repeated.
	 * @param failures the number of failures in a row before this one
	 * @return the pause
	 */
	public Duration pause(int failures) {
		return Duration.ofNanos(this.pauses.nanos(failures));
	}

	/**
	 * Waits for a result within the shutdown timeout, and takes the time from what is
	 * left of it for the holders of other locks.
	 * @param result what to wait for
	 * @return whether it was completed in time; false on an interrupted thread
	 */
	public boolean awaitAtShutdown(CompletableFuture<?> result) {
		long begin = this.context.nanoTime();
		boolean done = await(result);
		this.engine.spendShutdown(this.context.nanoTime() - begin);
		return done;
	}

	/**
	 * Waits for a result, at most for the shutdown timeout.
	 * @param result what to wait for
	 * @return whether it was completed in time; false on an interrupted thread
	 */
	public boolean await(CompletableFuture<?> result) {
		try {
			return this.context.runtime().await(result, this.context.settings().shutdownTimeout().toNanos());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			return result.isDone();
		}
	}

}
