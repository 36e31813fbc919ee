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
 * The one place where time, threads and chance enter the locks of an application. Nothing
 * else of theirs reads a clock of the JVM, begins a thread, waits, or draws a number, so
 * who replaces this decides when what happens.
 */
public interface LockRuntime {

	/**
	 * The two clocks.
	 * @return what all times are read from
	 */
	LockClock clock();

	/**
	 * Draws a number, so that many instances do not act at once.
	 * @return from 0, inclusive, to 1
	 */
	double random();

	/**
	 * Draws bits that nobody else has drawn, nor another copy of this process.
	 * @param bytes how many bytes of them
	 * @return the bits
	 */
	byte[] identity(int bytes);

	/**
	 * Draws the identity of an application instance.
	 * @return 128 such bits as text, for {@link LockStore#clientId()}
	 */
	default String drawClientId() {
		return HexFormat.of().formatHex(identity(16));
	}

	/**
	 * Runs a task soon, also after a stop.
	 * @param kind what the task is
	 * @param task the task
	 * @throws IllegalArgumentException if threads of that kind run a loop or a scheduler
	 */
	void execute(ThreadKind kind, Runnable task);

	/**
	 * Runs a short task after a pause, as {@link ThreadKind#CALLER_TIME}, also after a
	 * stop.
	 * @param task what never blocks
	 * @param pause how long to wait
	 * @return to cancel it
	 */
	Future<?> later(Runnable task, Duration pause);

	/**
	 * Whether a thread that has nothing to do is kept for what may come. After a stop
	 * none is. Tasks are run all the same.
	 * @param keep whether it is kept for a while
	 */
	void keepIdle(boolean keep);

	/**
	 * Makes a thread that runs tasks after pauses, until who has asked for it shuts it
	 * down. Cancelled tasks are forgotten at once. Afterwards it throws
	 * {@link RejectedExecutionException}.
	 * @param kind what the thread is for
	 * @return its scheduler
	 */
	ScheduledExecutorService scheduler(ThreadKind kind);

	/**
	 * Makes a loop, not started.
	 * @param kind what the loop is for
	 * @param body what is done in it
	 * @param afterFailure how long to sleep when the body has thrown
	 * @return the loop
	 */
	Loop loop(ThreadKind kind, LoopBody body, Duration afterFailure);

	/**
	 * How the calling thread waits until it is woken.
	 * @return its waiter, which keeps nothing else alive
	 */
	Waiter waiter();

	/**
	 * The calling thread waits for a result.
	 * @param result what it waits for
	 * @param nanos for how long
	 * @return whether it is done, well or not
	 * @throws InterruptedException if the thread is interrupted
	 */
	boolean await(CompletableFuture<?> result, long nanos) throws InterruptedException;

	/**
	 * The same, interrupted or not: an interrupt is kept.
	 * @param result what the calling thread waits for
	 * @param nanos for how long
	 * @return whether it is done, well or not
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
	 * What is done again and again, with sleep between.
	 */
	interface LoopBody {

		/**
		 * Does it once.
		 */
		void pass();

		/**
		 * For how long to sleep from now on. Asked when it has slept for that time, and
		 * when it is woken.
		 * @return the nanoseconds; not positive if it is time for the next pass
		 */
		long pauseNanos();

		/**
		 * One of the others has thrown that, and the loop has slept and goes on. Throws
		 * nothing: that would end it.
		 * @param failure what was thrown
		 */
		void failed(Throwable failure);

	}

	/**
	 * A loop. Between two passes it sleeps, a millisecond at least.
	 */
	interface Loop {

		/**
		 * Begins, with a pass.
		 */
		void start();

		/**
		 * Ends after the pass that goes on. It can be started again.
		 */
		void stop();

		/**
		 * Lets it look how long it is to sleep.
		 */
		void wake();

	}

	/**
	 * How one thread waits.
	 */
	interface Waiter {

		/**
		 * Waits until it is woken, interrupted, or so much time is over. May return
		 * without a reason. Called by that thread alone.
		 * @param purpose what a thread dump says that it waits for
		 * @param nanos for how long
		 */
		void park(Object purpose, long nanos);

		/**
		 * Wakes the thread, or lets it not wait the next time. Called by any.
		 */
		void unpark();

	}

}
