package io.github.lockstarter.runtime;

import java.util.concurrent.Executor;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An executor with a few threads, none of them while it is idle. If the machine gives no
 * thread, a task waits for one instead of failing: it may be the notification of a lost
 * lock, whose sender can do nothing about the machine.
 */
final class FewThreads implements Executor {

	private static final Logger logger = LoggerFactory.getLogger(FewThreads.class);

	private static final long LOOK_MILLIS = 10;

	private final ThreadPoolExecutor pool;

	private final ScheduledExecutorService clock;

	private final AtomicBoolean looking = new AtomicBoolean();

	// set if no thread could be started for a task, until the next check
	private volatile boolean starved;

	FewThreads(int most, ThreadFactory threads, ScheduledExecutorService clock, long idleMillis) {
		this.pool = new ThreadPoolExecutor(most, most, idleMillis, TimeUnit.MILLISECONDS, new LinkedBlockingQueue<>(),
				threads);
		this.pool.allowCoreThreadTimeOut(true);
		this.clock = clock;
	}

	void keepIdle(long millis) {
		this.pool.setKeepAliveTime(millis, TimeUnit.MILLISECONDS);
	}

	@Override
	public void execute(Runnable task) {
		if (this.starved && isStarved()) {
			// behind the tasks that wait already
			waitForAThread(task);
			return;
		}
		try {
			this.pool.execute(task);
		}
		catch (OutOfMemoryError ex) {
			waitForAThread(task);
		}
	}

	// Tasks wait, and there is no thread to run them.
	private boolean isStarved() {
		return this.pool.getPoolSize() == 0 && !this.pool.getQueue().isEmpty();
	}

	private void waitForAThread(Runnable task) {
		this.starved = true;
		// it may be in the queue already, if the last thread has just ended
		if (!this.pool.getQueue().contains(task)) {
			this.pool.getQueue().add(task);
		}
		lookLater();
	}

	private void lookLater() {
		if (this.looking.compareAndSet(false, true)) {
			try {
				this.clock.schedule(this::look, LOOK_MILLIS, TimeUnit.MILLISECONDS);
			}
			catch (OutOfMemoryError ex) {
				// it has queued the check nevertheless, and lacks a thread: the next task
				// retries
				this.looking.set(false);
			}
		}
	}

	// One more thread for tasks that wait, within the limit: the existing threads may be
	// blocked.
	private void look() {
		this.looking.set(false);
		if (!this.pool.getQueue().isEmpty()) {
			try {
				this.pool.prestartCoreThread();
			}
			catch (OutOfMemoryError ex) {
				logger.debug("No thread can be started; the next check tries again", ex);
				lookLater();
				return;
			}
		}
		this.starved = false;
	}

}
