package io.github.lockstarter.async;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

/**
 * A task that was given to the application's task executor. It begins, is refused, or is
 * taken back: whichever comes first, and no other.
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

	/**
	 * What refuses the task when the executor takes too long.
	 */
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
	 * Makes sure that the task does not begin any more, and that nobody is told why.
	 * @return whether it had neither begun nor been refused
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
