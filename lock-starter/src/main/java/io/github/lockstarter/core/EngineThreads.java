package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * The threads of the engine beside the renewal: one that repeats commands in the
 * background and watches the time, one that takes waiting callers further that have no
 * thread of their own, a few that run the loss listeners of users, as many as are needed
 * that tell callers, one that watches the time of those, one that waits for an executor
 * of the user to take work, one that tells observers, and one that starts the engine for
 * a caller that must not wait. All are daemons; all but the first live only while there
 * is something to do.
 */
final class EngineThreads implements CallerThreads {

	// A listener that blocks delays the others only when this many block.
	private static final int LISTENER_THREADS = 16;

	private static final long IDLE_MILLIS = 5_000;

	// After a stop nobody keeps a thread for later.
	private static final long IDLE_MILLIS_STOPPED = 1;

	private volatile @Nullable ScheduledExecutorService scheduler;

	private final ScheduledThreadPoolExecutor callerTime = timers("distributed-lock-caller-time-");

	private final TellingThreads tellers = new TellingThreads(daemons("distributed-lock-caller-"), this.callerTime,
			IDLE_MILLIS);

	private final ThreadPoolExecutor listeners = pool(LISTENER_THREADS, "distributed-lock-listener-");

	// One is enough for what never blocks.
	private final ThreadPoolExecutor steps = pool(1, "distributed-lock-async-");

	// One, because what it waits for is the application's one executor.
	private final ThreadPoolExecutor submissions = pool(1, "distributed-lock-submission-");

	// One, so that events arrive in their order.
	private final ThreadPoolExecutor observers = pool(1, "distributed-lock-observer-");

	// One is enough for what is done once.
	private final ThreadPoolExecutor launches = pool(1, "distributed-lock-start-");

	EngineThreads() {
		this.callerTime.setKeepAliveTime(IDLE_MILLIS, TimeUnit.MILLISECONDS);
		this.callerTime.allowCoreThreadTimeOut(true);
	}

	void start() {
		keepIdle(IDLE_MILLIS);
		this.scheduler = timers("distributed-lock-background-");
	}

	void stop() {
		ScheduledExecutorService running = this.scheduler;
		this.scheduler = null;
		if (running != null) {
			running.shutdownNow();
		}
		keepIdle(IDLE_MILLIS_STOPPED);
	}

	private void keepIdle(long millis) {
		for (ThreadPoolExecutor pool : List.of(this.callerTime, this.listeners, this.steps, this.submissions,
				this.observers, this.launches)) {
			pool.setKeepAliveTime(millis, TimeUnit.MILLISECONDS);
		}
		this.tellers.keepIdle(millis);
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
		this.steps.execute(task);
	}

	/**
	 * Runs what may block: code of the user, or the log.
	 */
	void notify(Runnable listener) {
		this.listeners.execute(listener);
	}

	@Override
	public void tell(Runnable news) {
		this.tellers.tell(news);
	}

	@Override
	public void submit(Runnable submission) {
		this.submissions.execute(submission);
	}

	@Override
	public Future<?> later(Runnable task, Duration pause) {
		return this.callerTime.schedule(task, pause.toNanos(), TimeUnit.NANOSECONDS);
	}

	/**
	 * Starts the engine, which takes its time.
	 */
	void launch(Runnable start) {
		this.launches.execute(start);
	}

	/**
	 * Tells observers, one event after the other.
	 */
	void observe(Runnable event) {
		this.observers.execute(event);
	}

	private static ScheduledThreadPoolExecutor timers(String prefix) {
		ScheduledThreadPoolExecutor timers = new ScheduledThreadPoolExecutor(1, daemons(prefix));
		// most are cancelled long before they are due
		timers.setRemoveOnCancelPolicy(true);
		return timers;
	}

	private static ThreadPoolExecutor pool(int threads, String prefix) {
		ThreadPoolExecutor pool = new ThreadPoolExecutor(threads, threads, IDLE_MILLIS, TimeUnit.MILLISECONDS,
				new LinkedBlockingQueue<>(), daemons(prefix));
		pool.allowCoreThreadTimeOut(true);
		return pool;
	}

	private static ThreadFactory daemons(String prefix) {
		AtomicInteger count = new AtomicInteger();
		return (task) -> {
			Thread thread = new Thread(task, prefix + count.incrementAndGet());
			thread.setDaemon(true);
			return thread;
		};
	}

}
