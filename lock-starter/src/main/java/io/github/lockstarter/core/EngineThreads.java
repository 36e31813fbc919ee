package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;

/**
 * What the engine does on which of its threads. All but the one that repeats commands in
 * the background and watches the time are there before the start and after the stop.
 */
final class EngineThreads implements CallerThreads {

	private final LockRuntime runtime;

	private volatile @Nullable ScheduledExecutorService scheduler;

	EngineThreads(LockRuntime runtime) {
		this.runtime = runtime;
	}

	void start() {
		this.runtime.keepIdle(true);
		this.scheduler = this.runtime.scheduler(ThreadKind.BACKGROUND);
	}

	void stop() {
		ScheduledExecutorService running = this.scheduler;
		this.scheduler = null;
		if (running != null) {
			for (Runnable never : running.shutdownNow()) {
				// or it looks like one that is to come, also after the next start
				if (never instanceof Future<?> timer) {
					timer.cancel(false);
				}
			}
		}
		this.runtime.keepIdle(false);
	}

	/**
	 * What runs tasks after a pause, until the next stop.
	 * @return the timers, or null if the engine does not run
	 */
	@Nullable ScheduledExecutorService timers() {
		return this.scheduler;
	}

	/**
	 * Runs a short task after a pause.
	 * @return to cancel it
	 * @throws RejectedExecutionException if the engine has stopped
	 */
	Future<?> scheduleNanos(Runnable task, long pauseNanos) {
		ScheduledExecutorService running = this.scheduler;
		if (running == null) {
			throw new RejectedExecutionException("stopped");
		}
		return running.schedule(task, pauseNanos, TimeUnit.NANOSECONDS);
	}

	/**
	 * Takes a caller further that has no thread of its own, also while the engine stops.
	 */
	void step(Runnable task) {
		this.runtime.execute(ThreadKind.ASYNC, task);
	}

	/**
	 * Runs what may block: code of the user, or the log.
	 */
	void notify(Runnable listener) {
		this.runtime.execute(ThreadKind.LISTENER, listener);
	}

	@Override
	public void tell(Runnable news) {
		this.runtime.execute(ThreadKind.CALLER, news);
	}

	@Override
	public void submit(Runnable submission) {
		this.runtime.execute(ThreadKind.SUBMISSION, submission);
	}

	@Override
	public Future<?> later(Runnable task, Duration pause) {
		return this.runtime.later(task, pause);
	}

	/**
	 * Starts the engine, which takes its time.
	 */
	void launch(Runnable start) {
		this.runtime.execute(ThreadKind.START, start);
	}

	/**
	 * Tells observers, one event after the other.
	 */
	void observe(Runnable event) {
		this.runtime.execute(ThreadKind.OBSERVER, event);
	}

}
