package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.ScheduledExecutorService;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;

/**
 * The threads of a JVM whose short tasks ({@link LockRuntime#later}) and renewals follow
 * the manual clock.
 */
final class ManualTimers implements LockRuntime {

	private final ManualClock clock;

	private final ThreadRuntime threads;

	private final List<Due> timers = new CopyOnWriteArrayList<>();

	ManualTimers(ManualClock clock) {
		this.clock = clock;
		this.threads = new ThreadRuntime(clock, () -> 0.5);
		clock.afterMove(this::runDue);
	}

	private void runDue() {
		for (Due timer : this.timers) {
			if (this.clock.nanoTime() - timer.at >= 0 && this.timers.remove(timer)) {
				timer.task.run();
			}
		}
	}

	@Override
	public Future<?> later(Runnable task, Duration pause) {
		FutureTask<?> timer = new FutureTask<>(task, null);
		this.timers.add(new Due(this.clock.nanoTime() + pause.toNanos(), timer));
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
		return this.threads.scheduler(kind);
	}

	@Override
	public Waiter waiter() {
		return this.threads.waiter();
	}

	@Override
	public boolean await(CompletableFuture<?> result, long nanos) throws InterruptedException {
		return this.threads.await(result, nanos);
	}

	private record Due(long at, FutureTask<?> task) {

	}

}
