package io.github.lockstarter.testing.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.AbstractExecutorService;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Delayed;
import java.util.concurrent.FutureTask;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * Runs tasks when they are due by a stepped clock, on the thread of another scheduler;
 * repeated tasks use the real time.
 */
final class SteppedScheduler extends AbstractExecutorService
		implements ScheduledExecutorService, TestLockClock.Sleeper {

	private final TestLockClock clock;

	private final ScheduledExecutorService real;

	private final Set<Task<?>> planned = ConcurrentHashMap.newKeySet();

	SteppedScheduler(TestLockClock clock, ScheduledExecutorService real) {
		this.clock = clock;
		this.real = real;
		clock.begins(this);
	}

	@Override
	public void wake() {
		try {
			this.planned.forEach(Task::plan);
		}
		catch (RejectedExecutionException ex) {
			// shut down meanwhile: no task runs any more
		}
	}

	@Override
	public boolean sleepsSince(int step) {
		return this.planned.stream().noneMatch(Task::isDue);
	}

	@Override
	public ScheduledFuture<?> schedule(Runnable command, long delay, TimeUnit unit) {
		return schedule(() -> {
			command.run();
			return null;
		}, delay, unit);
	}

	@Override
	public <V> ScheduledFuture<V> schedule(Callable<V> callable, long delay, TimeUnit unit) {
		Task<V> task = new Task<>(callable, this.clock.peek() + unit.toNanos(delay));
		this.planned.add(task);
		try {
			task.plan();
		}
		catch (RejectedExecutionException ex) {
			this.planned.remove(task);
			throw ex;
		}
		return task;
	}

	@Override
	public ScheduledFuture<?> scheduleAtFixedRate(Runnable command, long initialDelay, long period, TimeUnit unit) {
		return this.real.scheduleAtFixedRate(command, initialDelay, period, unit);
	}

	@Override
	public ScheduledFuture<?> scheduleWithFixedDelay(Runnable command, long initialDelay, long delay, TimeUnit unit) {
		return this.real.scheduleWithFixedDelay(command, initialDelay, delay, unit);
	}

	@Override
	public void execute(Runnable command) {
		this.real.execute(command);
	}

	@Override
	public void shutdown() {
		this.clock.ends(this);
		this.real.shutdown();
	}

	@Override
	public List<Runnable> shutdownNow() {
		this.clock.ends(this);
		List<Runnable> never = new ArrayList<>(this.real.shutdownNow());
		never.addAll(this.planned);
		this.planned.clear();
		return never;
	}

	@Override
	public boolean isShutdown() {
		return this.real.isShutdown();
	}

	@Override
	public boolean isTerminated() {
		return this.real.isTerminated();
	}

	@Override
	public boolean awaitTermination(long timeout, TimeUnit unit) throws InterruptedException {
		return this.real.awaitTermination(timeout, unit);
	}

	// A task that is scheduled again after each step of the clock.
	private final class Task<V> extends FutureTask<V> implements ScheduledFuture<V> {

		private final long due;

		private @Nullable ScheduledFuture<?> plan;

		Task(Callable<V> callable, long due) {
			super(callable);
			this.due = due;
		}

		// running it twice has the effect of once
		private void plan() {
			synchronized (this) {
				if (this.plan != null) {
					this.plan.cancel(false);
				}
				if (!isDone()) {
					Runnable run = this::run;
					this.plan = SteppedScheduler.this.real.schedule(run, getDelay(TimeUnit.NANOSECONDS),
							TimeUnit.NANOSECONDS);
				}
			}
		}

		private boolean isDue() {
			return getDelay(TimeUnit.NANOSECONDS) <= 0;
		}

		@Override
		protected void done() {
			SteppedScheduler.this.planned.remove(this);
			synchronized (this) {
				if (isCancelled() && this.plan != null) {
					this.plan.cancel(false);
				}
			}
		}

		@Override
		public long getDelay(TimeUnit unit) {
			return unit.convert(this.due - SteppedScheduler.this.clock.peek(), TimeUnit.NANOSECONDS);
		}

		@Override
		public int compareTo(Delayed other) {
			return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
		}

	}

}
