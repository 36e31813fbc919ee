package io.github.lockstarter.runtime;

import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStore;

/**
 * The only source of time, threads and randomness for the locks of an application: a test
 * that replaces it decides when everything happens.
 */
public interface LockRuntime {

	/**
	 * Returns the clocks that all times are read from.
	 * @return the monotonic and the wall clock
	 */
	LockClock clock();

	/**
	 * Draws a random number, which spreads the actions of many instances.
	 * @return from 0, inclusive, to 1
	 */
	double random();

	/**
	 * Draws bits that no other process draws, not even a copy of this one.
	 * @param bytes how many bytes of them
	 * @return the bits
	 */
	byte[] identity(int bytes);

	/**
	 * Draws the identity of an application instance.
	 * @return 128 unique bits as text, for {@link LockStore#clientId()}
	 */
	default String drawClientId() {
		return HexFormat.of().formatHex(identity(16));
	}

	/**
	 * Runs a task soon, also after a stop.
	 * @param kind the kind of thread
	 * @param task the task
	 * @throws IllegalArgumentException if threads of that kind run a loop or a scheduler
	 */
	void execute(ThreadKind kind, Runnable task);

	/**
	 * Runs a task that never blocks after a delay, as {@link ThreadKind#CALLER_TIME},
	 * also after a stop.
	 * @param task the task
	 * @param pause the delay
	 * @return to cancel it
	 */
	Future<?> later(Runnable task, Duration pause);

	/**
	 * Sets whether idle threads are kept for a while; not after a stop. Tasks run in both
	 * cases.
	 * @param keep whether they are kept
	 */
	void keepIdle(boolean keep);

	/**
	 * Creates a scheduler with one thread, which its user must shut down. Cancelled tasks
	 * are removed immediately. After the shutdown it throws
	 * {@link RejectedExecutionException}.
	 * @param kind the kind of thread
	 * @return the scheduler
	 */
	ScheduledExecutorService scheduler(ThreadKind kind);

	/**
	 * Creates a loop, not started.
	 * @param kind the kind of thread
	 * @param body the body
	 * @param afterFailure how long to sleep after an exception of the body
	 * @return the loop
	 */
	Loop loop(ThreadKind kind, LoopBody body, Duration afterFailure);

	/**
	 * Returns how the calling thread waits until it is woken.
	 * @return its waiter, which keeps nothing else alive
	 */
	Waiter waiter();

	/**
	 * Blocks the calling thread until a result is there.
	 * @param result the result
	 * @param nanos the longest wait
	 * @return whether it completed, normally or not
	 * @throws InterruptedException if the thread is interrupted
	 */
	boolean await(CompletableFuture<?> result, long nanos) throws InterruptedException;

	/**
	 * Like {@link #await}, but keeps an interrupt for later.
	 * @param result the result
	 * @param nanos the longest wait
	 * @return whether it completed, normally or not
	 */
	default boolean awaitUninterruptibly(CompletableFuture<?> result, long nanos) {
		long end = clock().nanoTime() + nanos;
		long left = nanos;
		boolean interrupted = false;
		try {
			while (true) {
				try {
					return await(result, left);
				}
				catch (InterruptedException ex) {
					interrupted = true;
					left = end - clock().nanoTime();
				}
			}
		}
		finally {
			if (interrupted) {
				Thread.currentThread().interrupt();
			}
		}
	}

	/**
	 * The body of a loop.
	 */
	interface LoopBody {

		void pass();

		/**
		 * Returns how long to sleep from now on. Called after a sleep of that length, and
		 * when the loop is woken.
		 * @return the nanoseconds; not positive if the next pass is due
		 */
		long pauseNanos();

		/**
		 * Called if another method has thrown, after a sleep. Must not throw: that would
		 * end the loop.
		 * @param failure what was thrown
		 */
		void failed(Throwable failure);

	}

	/**
	 * A loop that sleeps between two passes, at least a millisecond.
	 */
	interface Loop {

		/**
		 * Starts with a pass.
		 */
		void start();

		/**
		 * Ends after the current pass. The loop can be started again.
		 */
		void stop();

		/**
		 * Makes it ask again how long to sleep.
		 */
		void wake();

	}

	/**
	 * The parking of one thread.
	 */
	interface Waiter {

		/**
		 * Blocks until woken, interrupted, or the time has passed. May return spuriously.
		 * Called by its own thread only.
		 * @param purpose the blocker that a thread dump shows
		 * @param nanos the longest wait
		 */
		void park(Object purpose, long nanos);

		/**
		 * Wakes the thread, or prevents its next wait. Called by any thread.
		 */
		void unpark();

	}

}
