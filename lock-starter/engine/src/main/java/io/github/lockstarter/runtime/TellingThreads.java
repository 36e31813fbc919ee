package io.github.lockstarter.runtime;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Threads that notify callers and run the stages that callers attach to their futures.
 * Those may block, so the number is not limited: if tasks of the last check have not
 * started, the number of threads up to doubles. A burst of short tasks needs a few
 * threads, and a thousand that block get one each.
 */
final class TellingThreads {

	private static final Logger logger = LoggerFactory.getLogger(TellingThreads.class);

	private static final int FEW = 4;

	// Far below the time that a wait allows for its last answer.
	private static final long LOOK_MILLIS = 10;

	private final ThreadPoolExecutor pool;

	private final ScheduledExecutorService clock;

	private final AtomicLong told = new AtomicLong();

	private final AtomicBoolean looking = new AtomicBoolean();

	// The number of requested checks: only the last one runs.
	private final AtomicLong looks = new AtomicLong();

	// How many tasks there were at the last check.
	private volatile long toldBefore;

	TellingThreads(ThreadFactory threads, ScheduledExecutorService clock, long idleMillis) {
		this.pool = new ThreadPoolExecutor(FEW, Integer.MAX_VALUE, idleMillis, TimeUnit.MILLISECONDS,
				new LinkedBlockingQueue<>(), threads);
		this.pool.allowCoreThreadTimeOut(true);
		this.clock = clock;
	}

	void keepIdle(long millis) {
		this.pool.setKeepAliveTime(millis, TimeUnit.MILLISECONDS);
	}

	void tell(Runnable news) {
		this.told.incrementAndGet();
		try {
			this.pool.execute(news);
		}
		catch (OutOfMemoryError ex) {
			// no thread can be started: an existing one takes the task, or a later check
			// starts one
			this.pool.getQueue().add(news);
		}
		watch();
	}

	// Checks while any task waits for a thread.
	private void watch() {
		if (!this.pool.getQueue().isEmpty() && this.looking.compareAndSet(false, true)) {
			this.toldBefore = this.told.get();
			lookLater();
		}
	}

	private void lookLater() {
		long number = this.looks.incrementAndGet();
		try {
			this.clock.schedule(() -> look(number), LOOK_MILLIS, TimeUnit.MILLISECONDS);
		}
		catch (OutOfMemoryError ex) {
			// it has queued the check nevertheless, and lacks a thread: the next task
			// retries
			this.looking.set(false);
		}
	}

	private void look(long number) {
		if (number != this.looks.get()) {
			// queued while the clock had no thread: each such check would add threads
			return;
		}
		int waiting = this.pool.getQueue().size();
		if (waiting == 0) {
			this.pool.setCorePoolSize(FEW);
			this.looking.set(false);
			watch();
			return;
		}
		long now = this.told.get();
		if (now - waiting < this.toldBefore) {
			grow(waiting);
		}
		this.toldBefore = now;
		lookLater();
	}

	private void grow(int waiting) {
		try {
			int threads = this.pool.getPoolSize();
			int more = threads + Math.min(Math.max(1, threads), waiting);
			this.pool.setCorePoolSize(more);
			// a larger limit alone starts none if an earlier one was not reached
			for (int i = this.pool.getPoolSize(); i < more; i++) {
				this.pool.prestartCoreThread();
			}
		}
		catch (Throwable ex) {
			logger.debug("No thread can be started; the next check tries again", ex);
		}
	}

}
