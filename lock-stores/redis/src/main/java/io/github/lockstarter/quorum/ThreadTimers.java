package io.github.lockstarter.quorum;

import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;

/**
 * Timers on one thread.
 */
final class ThreadTimers implements Timers {

	private static final Logger logger = LoggerFactory.getLogger(ThreadTimers.class);

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
