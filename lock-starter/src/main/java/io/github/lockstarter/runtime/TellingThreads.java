package io.github.lockstarter.runtime;

import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Threads on which callers are told what became of their calls, and on which what they
 * have attached to their futures runs. It may block, so there is no limit: what waited at
 * one look has begun at the next, or up to twice as many threads are there from then on.
 * A burst of short news needs a few threads, and a thousand that block get one each.
 */
final class TellingThreads {

	private static final Log logger = LogFactory.getLog(TellingThreads.class);

	private static final int FEW = 4;

	// Far below what a wait is allowed for its last answer.
	private static final long LOOK_MILLIS = 10;

	private final ThreadPoolExecutor pool;

	private final ScheduledExecutorService clock;

	private final AtomicLong told = new AtomicLong();

	private final AtomicBoolean looking = new AtomicBoolean();

	// How many looks were asked for: the last one looks.
	private final AtomicLong looks = new AtomicLong();

	// How many had been told at the last look.
	private volatile long toldBefore;

	TellingThreads(ThreadFactory threads, ScheduledExecutorService clock, long idleMillis) {
		this.pool = new ThreadPoolExecutor(FEW, Integer.MAX_VALUE, idleMillis, TimeUnit.MILLISECONDS,
				new LinkedBlockingQueue<>(), threads);
		this.pool.allowCoreThreadTimeOut(true);
		this.clock = clock;
	}

	/**
	 * For how long a thread without work is kept from now on.
	 */
	void keepIdle(long millis) {
		this.pool.setKeepAliveTime(millis, TimeUnit.MILLISECONDS);
	}

	void tell(Runnable news) {
		this.told.incrementAndGet();
		try {
			this.pool.execute(news);
		}
		catch (OutOfMemoryError ex) {
			// no thread can be had: one that is there takes it, or a later look makes one
			this.pool.getQueue().add(news);
		}
		watch();
	}

	/**
	 * Looks again while anything waits for a thread.
	 */
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
			// it has taken the look all the same, and needs a thread: the next news try
			this.looking.set(false);
		}
	}

	private void look(long number) {
		if (number != this.looks.get()) {
			// one that the clock had no thread for: each of them would add threads
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
			// a larger limit alone makes none where an earlier one was not reached
			for (int i = this.pool.getPoolSize(); i < more; i++) {
				this.pool.prestartCoreThread();
			}
		}
		catch (Throwable ex) {
			logger.debug("No thread can be had; tried again at the next look", ex);
		}
	}

}
