package io.github.lockstarter.core;

import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

/**
 * The threads of the engine beside the renewal: one that repeats commands in the
 * background, a few that run the loss listeners of users, and one that tells observers.
 * All are daemons; the latter live only while there is something to tell.
 */
final class EngineThreads {

	// A listener that blocks delays the others only when this many block.
	private static final int LISTENER_THREADS = 16;

	private static final long IDLE_SECONDS = 5;

	private volatile @Nullable ScheduledExecutorService scheduler;

	private final ThreadPoolExecutor listeners = pool(LISTENER_THREADS, "distributed-lock-listener-");

	// One, so that events arrive in their order.
	private final ThreadPoolExecutor observers = pool(1, "distributed-lock-observer-");

	void start() {
		this.scheduler = Executors.newSingleThreadScheduledExecutor(daemons("distributed-lock-background-"));
	}

	void stop() {
		ScheduledExecutorService running = this.scheduler;
		this.scheduler = null;
		if (running != null) {
			running.shutdownNow();
		}
	}

	/**
	 * Runs a task after a pause.
	 * @throws RejectedExecutionException if the engine has stopped
	 */
	void schedule(Runnable task, long pauseMillis) {
		ScheduledExecutorService running = this.scheduler;
		if (running == null) {
			throw new RejectedExecutionException("stopped");
		}
		running.schedule(task, pauseMillis, TimeUnit.MILLISECONDS);
	}

	/**
	 * Runs code of the user.
	 */
	void notify(Runnable listener) {
		this.listeners.execute(listener);
	}

	/**
	 * Tells observers, one event after the other.
	 */
	void observe(Runnable event) {
		this.observers.execute(event);
	}

	private static ThreadPoolExecutor pool(int threads, String prefix) {
		ThreadPoolExecutor pool = new ThreadPoolExecutor(threads, threads, IDLE_SECONDS, TimeUnit.SECONDS,
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
