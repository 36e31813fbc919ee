package io.github.lockstarter.runtime;

import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.jspecify.annotations.Nullable;

/**
 * A loop on its own thread.
 */
final class ThreadLoop implements LockRuntime.Loop {

	// Bounds the passes per second of a body that always has something to do.
	private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

	private final ThreadFactory threads;

	private final LockRuntime.LoopBody body;

	private final long afterFailureNanos;

	private volatile @Nullable Thread thread;

	ThreadLoop(ThreadFactory threads, LockRuntime.LoopBody body, long afterFailureNanos) {
		this.threads = threads;
		this.body = body;
		this.afterFailureNanos = afterFailureNanos;
	}

	@Override
	public void start() {
		Thread started = this.threads.newThread(this::run);
		this.thread = started;
		started.start();
	}

	@Override
	public void stop() {
		Thread running = this.thread;
		this.thread = null;
		LockSupport.unpark(running);
	}

	@Override
	public void wake() {
		LockSupport.unpark(this.thread);
	}

	private void run() {
		while (isRunning()) {
			try {
				this.body.pass();
				sleep();
			}
			catch (Throwable ex) {
				// before anything else, so that no failure makes it a busy loop
				LockSupport.parkNanos(this.body, this.afterFailureNanos);
				this.body.failed(ex);
			}
		}
	}

	private void sleep() {
		long pause = this.body.pauseNanos();
		do {
			LockSupport.parkNanos(this.body, Math.max(pause, SHORTEST_PAUSE_NANOS));
			pause = this.body.pauseNanos();
		}
		while (isRunning() && pause > 0);
	}

	private boolean isRunning() {
		return Thread.currentThread() == this.thread;
	}

}
