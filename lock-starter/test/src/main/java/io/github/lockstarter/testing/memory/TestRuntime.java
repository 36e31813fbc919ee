package io.github.lockstarter.testing.memory;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.function.Function;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockClock;

/**
 * The threads of the JVM with a clock that a test can set: engine threads that wait for a
 * time wake up when the clock reaches it. The limit for the application's executor uses
 * the real time, as its threads do.
 */
public final class TestRuntime implements LockRuntime {

	private final TestLockClock clock;

	private final LockRuntime threads;

	public TestRuntime(TestLockClock clock) {
		this.clock = clock;
		this.threads = new ThreadRuntime(clock);
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
	public Future<?> later(Runnable task, Duration pause) {
		return this.threads.later(task, pause);
	}

	@Override
	public void keepIdle(boolean keep) {
		this.threads.keepIdle(keep);
	}

	@Override
	public ScheduledExecutorService scheduler(ThreadKind kind) {
		return new SteppedScheduler(this.clock, this.threads.scheduler(kind));
	}

	@Override
	public Loop loop(ThreadKind kind, LoopBody body, Duration afterFailure) {
		return new SteppedLoop(this.clock, body, (stepped) -> this.threads.loop(kind, stepped, afterFailure));
	}

	@Override
	public Waiter waiter() {
		return new SteppedWaiter(this.clock, this.threads.waiter());
	}

	@Override
	public boolean await(CompletableFuture<?> result, long nanos) throws InterruptedException {
		Waiter waiter = waiter();
		result.whenComplete((done, failure) -> waiter.unpark());
		long end = this.clock.nanoTime() + nanos;
		while (!result.isDone()) {
			long left = end - this.clock.nanoTime();
			if (left <= 0) {
				return false;
			}
			waiter.park(result, left);
			if (Thread.interrupted()) {
				throw new InterruptedException();
			}
		}
		return true;
	}

	private record SteppedWaiter(TestLockClock clock, Waiter real) implements Waiter, TestLockClock.Sleeper {

		@Override
		public void park(Object purpose, long nanos) {
			this.clock.sleep(this, () -> this.real.park(purpose, nanos));
		}

		@Override
		public void unpark() {
			this.real.unpark();
		}

		@Override
		public void wake() {
			unpark();
		}

	}

	private static final class SteppedLoop implements Loop, LoopBody, TestLockClock.Sleeper {

		private static final int AWAKE = -1;

		private final TestLockClock clock;

		private final LoopBody body;

		private final Loop real;

		// The last step that it has seen.
		private volatile int asleep = AWAKE;

		SteppedLoop(TestLockClock clock, LoopBody body, Function<LoopBody, Loop> threads) {
			this.clock = clock;
			this.body = body;
			this.real = threads.apply(this);
		}

		@Override
		public void start() {
			this.clock.begins(this);
			this.real.start();
		}

		@Override
		public void stop() {
			this.clock.ends(this);
			this.real.stop();
		}

		@Override
		public void wake() {
			this.real.wake();
		}

		@Override
		public boolean sleepsSince(int step) {
			return this.asleep == step;
		}

		@Override
		public void pass() {
			this.asleep = AWAKE;
			this.body.pass();
		}

		@Override
		public long pauseNanos() {
			int step = this.clock.steps();
			long pause = this.body.pauseNanos();
			this.asleep = (pause > 0) ? step : AWAKE;
			return pause;
		}

		@Override
		public void failed(Throwable failure) {
			this.body.failed(failure);
		}

	}

}
