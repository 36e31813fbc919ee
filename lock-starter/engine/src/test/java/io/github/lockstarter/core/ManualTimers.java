package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Delayed;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;

/**
 * The threads of a JVM whose timers of the engine and renewals follow the manual clock.
 */
final class ManualTimers implements LockRuntime {

	private final ManualClock clock;

	private final ThreadRuntime threads;

	private volatile boolean patience = true;

	private final List<Due> timers = new CopyOnWriteArrayList<>();

	ManualTimers(ManualClock clock) {
		this.clock = clock;
		this.threads = new ThreadRuntime(clock, () -> 0.5);
		clock.afterMove(this::runDue);
	}

	// From now on nobody is waited for: the time passes at once.
	void losePatience() {
		this.patience = false;
	}

	private void runDue() {
		for (Due timer : this.timers) {
			if (this.clock.nanoTime() - timer.at >= 0 && this.timers.remove(timer)) {
				timer.run();
			}
		}
	}

	@Override
	public Future<?> later(Runnable task, Duration pause) {
		return schedule(task, pause.toNanos());
	}

	private Due schedule(Runnable task, long nanos) {
		Due timer = new Due(task, this.clock.nanoTime() + nanos);
		this.timers.add(timer);
		return timer;
	}

	@Override
	public Loop loop(ThreadKind kind, LoopBody body, Duration afterFailure) {
		Loop loop = this.threads.loop(kind, body, afterFailure);
		this.clock.afterMove(loop::wake);
		return loop;
	}

	@Override
	public LockClock clock() {
		return this.clock;
	}

	@Override
	public double random() {
		return this.threads.random();
	}

	@Override
	public byte[] identity(int bytes) {
		return this.threads.identity(bytes);
	}

	@Override
	public void execute(ThreadKind kind, Runnable task) {
		this.threads.execute(kind, task);
	}

	@Override
	public void keepIdle(boolean keep) {
		this.threads.keepIdle(keep);
	}

	@Override
	public ScheduledExecutorService scheduler(ThreadKind kind) {
		return new ScheduledThreadPoolExecutor(1) {

			@Override
			public ScheduledFuture<?> schedule(Runnable task, long delay, TimeUnit unit) {
				return ManualTimers.this.schedule(task, unit.toNanos(delay));
			}

		};
	}

	@Override
	public Waiter waiter() {
		return this.threads.waiter();
	}

	@Override
	public boolean await(CompletableFuture<?> result, long nanos) throws InterruptedException {
		if (this.patience) {
			return this.threads.await(result, nanos);
		}
		this.clock.advance(Duration.ofNanos(nanos));
		return result.isDone();
	}

	private final class Due extends FutureTask<Void> implements ScheduledFuture<Void> {

		private final long at;

		Due(Runnable task, long at) {
			super(task, null);
			this.at = at;
		}

		@Override
		public long getDelay(TimeUnit unit) {
			return unit.convert(this.at - ManualTimers.this.clock.nanoTime(), TimeUnit.NANOSECONDS);
		}

		@Override
		public int compareTo(Delayed other) {
			return Long.compare(getDelay(TimeUnit.NANOSECONDS), other.getDelay(TimeUnit.NANOSECONDS));
		}

	}

}
