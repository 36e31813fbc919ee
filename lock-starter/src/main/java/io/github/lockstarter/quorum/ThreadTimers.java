package io.github.lockstarter.quorum;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;

/**
 * Timers on one thread.
 */
final class ThreadTimers implements Timers {

	private static final Log logger = LogFactory.getLog(ThreadTimers.class);

	private final ScheduledExecutorService executor;

	ThreadTimers(LockRuntime runtime) {
		this.executor = runtime.scheduler(ThreadKind.QUORUM);
	}

	@Override
	public void later(Runnable task, long millis) {
		try {
			this.executor.schedule(task, millis, TimeUnit.MILLISECONDS);
		}
		catch (RejectedExecutionException ex) {
			logger.trace("Stopped", ex);
		}
	}

	@Override
	public void stop() {
		this.executor.shutdownNow();
	}

}
