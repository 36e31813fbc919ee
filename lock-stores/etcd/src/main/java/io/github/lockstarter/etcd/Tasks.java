package io.github.lockstarter.etcd;

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
final class Tasks {

	private static final Logger logger = LoggerFactory.getLogger(Tasks.class);

	private final ScheduledExecutorService timers;

	private volatile boolean stopped;

	Tasks(ScheduledExecutorService timers) {
		this.timers = timers;
	}

	void stop() {
		this.stopped = true;
	}

	// After the current task.
	void run(Runnable action) {
		after(0, action);
	}

	// Null if stopped.
	@Nullable Future<?> after(long millis, Runnable action) {
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
