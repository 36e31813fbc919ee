package io.github.lockstarter.simulation.world;

import java.util.List;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A thread of a process that does things after pauses, and never blocks.
 */
class Scheduler extends AbstractExecutorService implements ScheduledExecutorService {

	private final Process process;

	private boolean down;

	/**
	 * Creates the thread.
	 * @param process where it runs
	 */
	Scheduler(Process process) {
		this.process = process;
	}

	/**
	 * The thread does something now.
	 */
	void run(Runnable task) {
		task.run();
	}

	@Override
	public final ScheduledFuture<?> schedule(Runnable task, long pause, TimeUnit unit) {
		check();
		return new Planned<@Nullable Object>(this.process, () -> {
			if (!this.down) {
				task.run();
			}
			return null;
		}, unit.toNanos(pause), this::run);
	}

	@Override
	public final <V> ScheduledFuture<V> schedule(Callable<V> task, long pause, TimeUnit unit) {
		check();
		return new Planned<>(this.process, task, unit.toNanos(pause), this::run);
	}

	@Override
	public final ScheduledFuture<?> scheduleAtFixedRate(Runnable task, long first, long period, TimeUnit unit) {
		throw new UnsupportedOperationException();
	}

	@Override
	public final ScheduledFuture<?> scheduleWithFixedDelay(Runnable task, long first, long pause, TimeUnit unit) {
		return schedule(() -> {
			task.run();
			if (!this.down) {
				scheduleWithFixedDelay(task, pause, pause, unit);
			}
		}, first, unit);
	}

	@Override
	public void execute(Runnable task) {
		schedule(task, 0, TimeUnit.NANOSECONDS);
	}

	final void check() {
		if (this.down) {
			throw new RejectedExecutionException("stopped");
		}
	}

	@Override
	public final void shutdown() {
		this.down = true;
	}

	@Override
	public final List<Runnable> shutdownNow() {
		this.down = true;
		return List.of();
	}

	@Override
	public final boolean isShutdown() {
		return this.down;
	}

	@Override
	public final boolean isTerminated() {
		return this.down;
	}

	@Override
	public final boolean awaitTermination(long timeout, TimeUnit unit) {
		return true;
	}

}
