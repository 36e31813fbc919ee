package io.github.lockstarter.runtime;

import java.time.Duration;
import java.util.HexFormat;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;

import io.github.lockstarter.store.LockClock;

/**
 * The only source of time, threads and randomness for the locks of an application: a test
 * that replaces it decides when everything happens.
 */
public interface LockRuntime {

	LockClock clock();

	// From 0, inclusive, to 1; spreads the actions of many instances.
	double random();

	// Bits that no other process draws, not even a copy of this one.
	byte[] identity(int bytes);

	// 128 such bits as text, for LockStore#clientId().
	default String drawClientId() {
		return HexFormat.of().formatHex(identity(16));
	}

	// Also after a stop. Fails for kinds of threads that run a loop or a scheduler.
	void execute(ThreadKind kind, Runnable task);

	// For tasks that never block; as CALLER_TIME, also after a stop.
	Future<?> later(Runnable task, Duration pause);

	// Whether idle threads are kept for a while; not after a stop. Tasks run in both
	// cases.
	void keepIdle(boolean keep);

	// One thread, which its user must shut down. Cancelled tasks are removed immediately;
	// after the shutdown it throws RejectedExecutionException.
	ScheduledExecutorService scheduler(ThreadKind kind);

	// Not started; sleeps for that time after an exception of the body.
	Loop loop(ThreadKind kind, LoopBody body, Duration afterFailure);

	// For the calling thread; keeps nothing else alive.
	Waiter waiter();

	// Blocks; whether the result completed in time, normally or not.
	boolean await(CompletableFuture<?> result, long nanos) throws InterruptedException;

	// Keeps an interrupt for later.
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

		// Called after a sleep of that length, and when the loop is woken; not positive
		// if the next pass is due.
		long pauseNanos();

		// Called after a sleep if another method has thrown. Must not throw: that would
		// end the loop.
		void failed(Throwable failure);

	}

	/**
	 * A loop that sleeps between two passes, at least a millisecond.
	 */
	interface Loop {

		// with a pass
		void start();

		// after the current pass; the loop can be started again
		void stop();

		// makes it ask again how long to sleep
		void wake();

	}

	/**
	 * The parking of one thread.
	 */
	interface Waiter {

		// Until woken, interrupted, or the time has passed; may return spuriously. By its
		// own thread only. The purpose is the blocker that a thread dump shows.
		void park(Object purpose, long nanos);

		// Wakes the thread, or prevents its next wait. By any thread.
		void unpark();

	}

}
