package io.github.lockstarter.runtime;

import java.time.Duration;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * The threads of the JVM behind the port.
 */
@Timeout(120)
class ThreadRuntimeTests {

	// The others run a loop, or a scheduler.
	private static final Set<ThreadKind> RUN_TASKS = EnumSet.of(ThreadKind.ASYNC, ThreadKind.SUBMISSION,
			ThreadKind.CALLER, ThreadKind.CALLER_TIME, ThreadKind.TASK, ThreadKind.LISTENER, ThreadKind.OBSERVER,
			ThreadKind.START);

	private final ThreadRuntime runtime = new ThreadRuntime(new SystemLockClock());

	@Test
	void taskRunsOnADaemonNamedAfterItsKind() throws Exception {
		for (ThreadKind kind : RUN_TASKS) {
			CompletableFuture<Thread> ran = new CompletableFuture<>();
			this.runtime.execute(kind, () -> ran.complete(Thread.currentThread()));
			Thread thread = ran.get(120, TimeUnit.SECONDS);
			assertThat(thread.getName()).matches(kind.threadName() + "\\d+");
			assertThat(thread.isDaemon()).isTrue();
		}
	}

	@Test
	void loopsAndSchedulersRunNoTasks() {
		assertThat(Arrays.stream(ThreadKind.values()).filter((kind) -> !RUN_TASKS.contains(kind))).allSatisfy(
				(kind) -> assertThatIllegalArgumentException().isThrownBy(() -> this.runtime.execute(kind, () -> {
				})));
	}

	@Test
	void taskRunsAfterAStop() throws Exception {
		this.runtime.keepIdle(false);
		CompletableFuture<Void> ran = new CompletableFuture<>();
		this.runtime.execute(ThreadKind.ASYNC, () -> this.runtime.later(() -> ran.complete(null), Duration.ZERO));
		ran.get(120, TimeUnit.SECONDS);
	}

	@Test
	void schedulerForgetsWhatIsCancelled() {
		ScheduledExecutorService scheduler = this.runtime.scheduler(ThreadKind.CONNECTIONS);
		Future<?> task = scheduler.schedule(() -> {
		}, 1, TimeUnit.HOURS);
		task.cancel(false);
		assertThat(((ScheduledThreadPoolExecutor) scheduler).getQueue()).isEmpty();
		scheduler.shutdownNow();
	}

	@Test
	void waitEndsWithTheResultWellOrNot() throws Exception {
		assertThat(this.runtime.await(CompletableFuture.completedFuture(1), 0)).isTrue();
		assertThat(this.runtime.await(CompletableFuture.failedFuture(new IllegalStateException()), 0)).isTrue();
		CompletableFuture<Void> cancelled = new CompletableFuture<>();
		cancelled.cancel(false);
		assertThat(this.runtime.await(cancelled, 0)).isTrue();
		assertThat(this.runtime.await(new CompletableFuture<>(), 1)).isFalse();
	}

	@Test
	void interruptEndsAWaitOnlyWhereItMay() throws Exception {
		CompletableFuture<Void> result = new CompletableFuture<>();
		Thread.currentThread().interrupt();
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> this.runtime.await(result, Long.MAX_VALUE));
		Thread.currentThread().interrupt();
		assertThat(this.runtime.awaitUninterruptibly(result, 1_000)).isFalse();
		assertThat(Thread.interrupted()).as("kept").isTrue();
	}

	@Test
	void parkedThreadIsWokenAndMayHaveBeenBefore() throws Exception {
		CompletableFuture<LockRuntime.Waiter> waiter = new CompletableFuture<>();
		CountDownLatch second = new CountDownLatch(1);
		Thread thread = new Thread(() -> {
			LockRuntime.Waiter own = this.runtime.waiter();
			own.unpark();
			own.park(this, TimeUnit.HOURS.toNanos(1));
			waiter.complete(own);
			own.park(this, TimeUnit.HOURS.toNanos(1));
			second.countDown();
		});
		thread.start();
		waiter.get(120, TimeUnit.SECONDS).unpark();
		assertThat(second.await(120, TimeUnit.SECONDS)).isTrue();
	}

	@Test
	void limitOfTimeIsToldOnTheScheduler() throws Exception {
		ScheduledExecutorService scheduler = this.runtime.scheduler(ThreadKind.NAMES);
		CompletableFuture<String> result = new CompletableFuture<>();
		CompletableFuture<String> thread = new CompletableFuture<>();
		CountDownLatch attached = new CountDownLatch(1);
		scheduler.execute(() -> awaitUninterrupted(attached));
		TimeLimit.within(result, scheduler, 1).whenComplete((done, failure) -> {
			assertThat(failure).isInstanceOf(TimeoutException.class);
			thread.complete(Thread.currentThread().getName());
		});
		attached.countDown();
		assertThat(thread.get(120, TimeUnit.SECONDS)).isEqualTo("distributed-lock-names");
		CompletableFuture<String> bounded = TimeLimit.within(result, scheduler, 3_600_000);
		assertThat(((ScheduledThreadPoolExecutor) scheduler).getQueue()).hasSize(1);
		result.complete("done");
		assertThat(bounded).isCompletedWithValue("done");
		assertThat(((ScheduledThreadPoolExecutor) scheduler).getQueue()).isEmpty();
		scheduler.shutdownNow();
	}

	private static void awaitUninterrupted(CountDownLatch latch) {
		try {
			assertThat(latch.await(120, TimeUnit.SECONDS)).isTrue();
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Test
	void loopThatIsWokenLooksHowLongItSleeps() throws Exception {
		Body body = new Body();
		LockRuntime.Loop loop = this.runtime.loop(ThreadKind.RENEWAL, body, Duration.ofMillis(1));
		loop.start();
		body.next("pass");
		body.next("pause");
		loop.wake();
		body.next("pause");
		body.pause = 0;
		loop.wake();
		body.next("pause");
		body.next("pass");
		loop.stop();
		assertThat(body.thread.getName()).isEqualTo("distributed-lock-renewal");
		body.thread.join();
	}

	@Test
	void loopGoesOnAfterAFailure() throws Exception {
		Body body = new Body();
		body.broken = true;
		LockRuntime.Loop loop = this.runtime.loop(ThreadKind.RENEWAL, body, Duration.ofMillis(1));
		loop.start();
		body.next("pass");
		body.next("failed");
		body.next("pass");
		loop.stop();
		body.thread.join();
	}

	/**
	 * What a loop does, noted.
	 */
	private static final class Body implements LockRuntime.LoopBody {

		private final BlockingQueue<String> done = new LinkedBlockingQueue<>();

		private volatile long pause = TimeUnit.HOURS.toNanos(1);

		private volatile boolean broken;

		private volatile Thread thread;

		@Override
		public void pass() {
			this.thread = Thread.currentThread();
			this.done.add("pass");
			if (this.broken) {
				throw new IllegalStateException("broken");
			}
		}

		@Override
		public long pauseNanos() {
			this.done.add("pause");
			return this.pause;
		}

		@Override
		public void failed(Throwable failure) {
			this.done.add("failed");
		}

		/**
		 * Waits until it is done; it may have looked at the time again.
		 */
		private void next(String wanted) throws InterruptedException {
			String next;
			do {
				next = this.done.poll(120, TimeUnit.SECONDS);
				assertThat(next).as(wanted).isNotNull();
			}
			while (!next.equals(wanted));
		}

	}

}
