package io.github.lockstarter.async;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * A task in the application's task executor. It starts, is rejected or is withdrawn:
 * exactly one of these.
 */
public final class PendingTask {

	private final Runnable task;

	private final Consumer<Throwable> rejected;

	private final AtomicBoolean decided = new AtomicBoolean();

	private volatile @Nullable Future<?> timer;

	PendingTask(Runnable task, Consumer<Throwable> rejected) {
		this.task = task;
		this.rejected = rejected;
	}

	void timer(Future<?> timer) {
		this.timer = timer;
		if (this.decided.get()) {
			timer.cancel(false);
		}
	}

	boolean isDecided() {
		return this.decided.get();
	}

	void begin() {
		if (takeBack()) {
			this.task.run();
		}
	}

	void reject(Throwable reason) {
		if (takeBack()) {
			this.rejected.accept(reason);
		}
	}

	/**
	 * Prevents the start of the task without a rejection.
	 * @return whether the task had neither started nor been rejected
	 */
	public boolean takeBack() {
		if (!this.decided.compareAndSet(false, true)) {
			return false;
		}
		Future<?> running = this.timer;
		if (running != null) {
			running.cancel(false);
		}
		return true;
	}

}
