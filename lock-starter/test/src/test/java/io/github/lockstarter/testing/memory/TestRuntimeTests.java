package io.github.lockstarter.testing.memory;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Whoever sleeps by a clock that is set in steps.
 */
@Timeout(120)
class TestRuntimeTests {

	private static final Duration HOUR = Duration.ofHours(1);

	private final TestLockClock clock = new TestLockClock();

	private final TestRuntime runtime = new TestRuntime(this.clock);

	@Test
	void whoSleepsUntilATimeIsWokenWhenItHasCome() throws Exception {
		CompletableFuture<Thread> sleeper = new CompletableFuture<>();
		CompletableFuture<Boolean> done = CompletableFuture.supplyAsync(() -> {
			sleeper.complete(Thread.currentThread());
			return this.runtime.awaitUninterruptibly(new CompletableFuture<>(), HOUR.toNanos());
		}, (task) -> new Thread(task).start());
		Thread thread = sleeper.get(120, TimeUnit.SECONDS);
		Awaitility.await().until(() -> thread.getState() == Thread.State.TIMED_WAITING);
		assertThat(this.clock.isCalm()).isTrue();
		step();
		assertThat(done.get(120, TimeUnit.SECONDS)).isFalse();
	}

	@Test
	void sleepUntilATimeFromBeforeAStepIsLeftOut() {
		LockRuntime.Waiter waiter = this.runtime.waiter();
		this.clock.nanoTime();
		step();
		waiter.park(this, HOUR.toNanos());
		assertThat(this.clock.isCalm()).isTrue();
	}

	@Test
	void waitForAResultIsOverWhenItIsThereOrTheThreadIsInterrupted() throws Exception {
		CompletableFuture<Void> result = new CompletableFuture<>();
		CompletableFuture.runAsync(() -> result.complete(null), (task) -> new Thread(task).start());
		assertThat(this.runtime.await(result, HOUR.toNanos())).isTrue();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> this.runtime.await(new CompletableFuture<>(), HOUR.toNanos()));
	}

	@Test
	void whatIsDueHasBeenDoneAfterAStep() {
		ScheduledExecutorService scheduler = this.runtime.scheduler(ThreadKind.BACKGROUND);
		AtomicInteger done = new AtomicInteger();
		scheduler.schedule(done::incrementAndGet, HOUR.toMillis(), TimeUnit.MILLISECONDS);
		ScheduledFuture<?> cancelled = scheduler.schedule(done::incrementAndGet, HOUR.toMillis(),
				TimeUnit.MILLISECONDS);
		scheduler.schedule(done::incrementAndGet, 3 * HOUR.toMillis(), TimeUnit.MILLISECONDS);
		cancelled.cancel(false);
		step();
		assertThat(done).hasValue(1);
		step();
		assertThat(done).hasValue(1);
		step();
		assertThat(done).hasValue(2);
		scheduler.shutdownNow();
		step();
	}

	@Test
	void whoShutsASchedulerDownIsToldWhatNeverComes() {
		ScheduledExecutorService scheduler = this.runtime.scheduler(ThreadKind.BACKGROUND);
		ScheduledFuture<?> planned = scheduler.schedule(() -> {
		}, HOUR.toMillis(), TimeUnit.MILLISECONDS);
		assertThat(scheduler.shutdownNow()).anyMatch((task) -> task == planned);
	}

	@Test
	void loopHasDoneWhatIsDueAfterAStep() {
		Passes passes = new Passes();
		LockRuntime.Loop loop = this.runtime.loop(ThreadKind.RENEWAL, passes, Duration.ofMillis(1));
		loop.start();
		step();
		int before = passes.count.get();
		step();
		assertThat(passes.count.get()).isGreaterThan(before);
		loop.stop();
		step();
	}

	private void step() {
		this.clock.step(HOUR, () -> {
		});
	}

	/**
	 * Once an hour.
	 */
	private final class Passes implements LockRuntime.LoopBody {

		private final AtomicInteger count = new AtomicInteger();

		private volatile long next = TestRuntimeTests.this.clock.nanoTime();

		@Override
		public void pass() {
			this.next = TestRuntimeTests.this.clock.nanoTime() + HOUR.toNanos();
			this.count.incrementAndGet();
		}

		@Override
		public long pauseNanos() {
			return this.next - TestRuntimeTests.this.clock.nanoTime();
		}

		@Override
		public void failed(Throwable failure) {
			throw new AssertionError(failure);
		}

	}

}
