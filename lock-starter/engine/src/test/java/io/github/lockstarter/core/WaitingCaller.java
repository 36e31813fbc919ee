package io.github.lockstarter.core;

import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A thread that asks for locks. It sleeps by the manual clock.
 *
 * @param <T> what it comes back with
 */
final class WaitingCaller<T> {

	private static final long PATIENCE_NANOS = TimeUnit.SECONDS.toNanos(10);

	private final CompletableFuture<T> result = new CompletableFuture<>();

	private final Thread thread;

	private volatile boolean interrupted;

	private WaitingCaller(Callable<T> work) {
		this.thread = new Thread(() -> {
			try {
				this.result.complete(work.call());
			}
			catch (Throwable ex) {
				this.interrupted = Thread.currentThread().isInterrupted();
				this.result.completeExceptionally(ex);
			}
		}, "caller");
		this.thread.setDaemon(true);
	}

	static <T> WaitingCaller<T> start(ManualClock clock, Callable<T> work) {
		WaitingCaller<T> caller = new WaitingCaller<>(work);
		clock.afterMove(() -> LockSupport.unpark(caller.thread));
		caller.thread.start();
		return caller;
	}

	/**
	 * Returns once the caller sleeps in an acquisition.
	 */
	WaitingCaller<T> waits() {
		long end = System.nanoTime() + PATIENCE_NANOS;
		while (!(LockSupport.getBlocker(this.thread) instanceof BlockingDriver)) {
			assertThat(this.result).isNotDone();
			assertThat(System.nanoTime() - end).isNegative();
			Thread.onSpinWait();
		}
		return this;
	}

	void interrupt() {
		this.thread.interrupt();
	}

	boolean isDone() {
		return this.result.isDone();
	}

	T result() {
		try {
			return this.result.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
		}
		catch (InterruptedException | ExecutionException | TimeoutException ex) {
			throw new AssertionError(ex);
		}
	}

	/**
	 * What the caller was thrown.
	 */
	Throwable failure() {
		try {
			T value = this.result.get(PATIENCE_NANOS, TimeUnit.NANOSECONDS);
			throw new AssertionError("came back with " + value);
		}
		catch (ExecutionException ex) {
			return ex.getCause();
		}
		catch (InterruptedException | TimeoutException ex) {
			throw new AssertionError(ex);
		}
	}

	/**
	 * Whether the interrupt flag was set when the caller was thrown something.
	 */
	boolean wasInterrupted() {
		return this.interrupted;
	}

}
