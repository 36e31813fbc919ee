package io.github.lockstarter.etcd;

import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

/**
 * What is done by the thread of the timers, until it is stopped.
 */
final class Tasks {

	private static final Log logger = LogFactory.getLog(Tasks.class);

	private final ScheduledExecutorService timers;

	private volatile boolean stopped;

	Tasks(ScheduledExecutorService timers) {
		this.timers = timers;
	}

	void stop() {
		this.stopped = true;
	}

	/**
	 * Does something after what is being done.
	 */
	void run(Runnable action) {
		after(0, action);
	}

	/**
	 * Does something later.
	 * @return to be cancelled, null if it is stopped
	 */
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
