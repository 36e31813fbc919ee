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
 * Maps the tasks of the engine to threads; all but the timers exist before the start and
 * after the stop.
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
				if (never instanceof Future<?> timer) {
					timer.cancel(false);
				}
			}
		}
		this.runtime.keepIdle(false);
	}

	@Nullable ScheduledExecutorService timers() {
		return this.scheduler;
	}

	Future<?> scheduleNanos(Runnable task, long pauseNanos) {
		ScheduledExecutorService running = this.scheduler;
		if (running == null) {
			throw new RejectedExecutionException("stopped");
		}
		return running.schedule(task, pauseNanos, TimeUnit.NANOSECONDS);
	}

	void step(Runnable task) {
		this.runtime.execute(ThreadKind.ASYNC, task);
	}

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

	void launch(Runnable start) {
		this.runtime.execute(ThreadKind.START, start);
	}

	void observe(Runnable event) {
		this.runtime.execute(ThreadKind.OBSERVER, event);
	}

}
