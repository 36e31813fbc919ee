package io.github.lockstarter.session.http;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs tasks on the timer thread until the stop.
 */
public final class Tasks {

	private static final Logger logger = LoggerFactory.getLogger(Tasks.class);

	private final ScheduledExecutorService timers;

	private volatile boolean stopped;

	/**
	 * Creates the runner.
	 * @param timers runs the tasks
	 */
	public Tasks(ScheduledExecutorService timers) {
		this.timers = timers;
	}

	/**
	 * Runs no further task.
	 */
	public void stop() {
		this.stopped = true;
	}

	/**
	 * Runs a task after the current one.
	 * @param action the task
	 */
	public void run(Runnable action) {
		after(0, action);
	}

	/**
	 * Runs a task later.
	 * @param millis the delay
	 * @param action the task
	 * @return the task, which may be cancelled; null if stopped
	 */
	public @Nullable Future<?> after(long millis, Runnable action) {
		try {
			return this.timers.schedule(() -> {
				if (!this.stopped) {
					action.run();
				}
			}, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Stopped", ex);
			return null;
		}
	}

}
