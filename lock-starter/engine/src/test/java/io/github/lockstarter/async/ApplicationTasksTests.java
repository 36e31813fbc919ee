package io.github.lockstarter.async;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.core.CallerThreads;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;
import static org.mockito.Mockito.mock;

/**
 * Executors and contexts of applications that do not do what they should.
 */
@Timeout(120)
class ApplicationTasksTests {

	private static final Duration LONG = Duration.ofMinutes(1);

	private final ExecutorService substitute = Executors.newSingleThreadExecutor((task) -> new Thread(task, "else"));

	private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor();

	private final CallerThreads threads = new Threads();

	@AfterEach
	void stop() {
		this.substitute.shutdownNow();
		this.timer.shutdownNow();
	}

	@Test
	void taskThatWouldRunOnTheThreadThatSubmitsItIsRefused() {
		CompletableFuture<Throwable> rejected = new CompletableFuture<>();
		tasks(Runnable::run).run(() -> fail("runs here"), LONG, rejected::complete);
		assertThat(rejected.join()).isInstanceOf(RejectedExecutionException.class)
			.hasMessageContaining("on the thread that submitted it");
	}

	@Test
	void callerIsToldElsewhereThanOnTheExecutor() {
		CompletableFuture<String> told = new CompletableFuture<>();
		tasks(Runnable::run).tell(() -> told.complete(Thread.currentThread().getName()));
		assertThat(told.join()).isEqualTo("else");
	}

	@Test
	void threadOfTheExecutorMaySubmitToIt() throws Exception {
		ExecutorService single = Executors.newSingleThreadExecutor();
		try {
			CompletableFuture<String> ran = new CompletableFuture<>();
			ApplicationTasks tasks = tasks(single);
			single.submit(
					() -> tasks.run(() -> ran.complete("later, on the same thread"), LONG, ran::completeExceptionally))
				.get();
			assertThat(ran.join()).startsWith("later");
		}
		finally {
			single.shutdownNow();
		}
	}

	@Test
	void executorThatCannotBeHadRefuses() {
		CompletableFuture<Throwable> rejected = new CompletableFuture<>();
		ApplicationTasks tasks = new ApplicationTasks(() -> {
			throw new IllegalStateException("closed");
		}, List::of, this.threads);
		tasks.run(() -> fail("runs"), LONG, rejected::complete);
		assertThat(rejected.join()).hasMessage("closed");
	}

	@Test
	void executorThatDropsTasksBecauseItIsShutDownRefuses() {
		ThreadPoolExecutor executor = new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new SynchronousQueue<>(),
				new ThreadPoolExecutor.CallerRunsPolicy());
		executor.shutdown();
		CompletableFuture<Throwable> rejected = new CompletableFuture<>();
		tasks(executor).run(() -> fail("runs"), LONG, rejected::complete);
		assertThat(rejected).isCompletedWithValueMatching(RejectedExecutionException.class::isInstance);
	}

	@Test
	void executorIsFoundOnTheThreadOfTheCaller() {
		AtomicReference<Thread> finder = new AtomicReference<>();
		new ApplicationTasks(() -> Runnable::run, List::of, this.threads, () -> {
			finder.set(Thread.currentThread());
			return Runnable::run;
		}, (executor) -> false).caller();
		assertThat(finder).hasValue(Thread.currentThread());
	}

	@Test
	void executorThatHasNoThreadLeftRefuses() {
		CompletableFuture<Throwable> rejected = new CompletableFuture<>();
		tasks((task) -> {
			throw new OutOfMemoryError("unable to create native thread");
		}).run(() -> fail("runs"), LONG, rejected::complete);
		assertThat(rejected.join()).isInstanceOf(OutOfMemoryError.class);
	}

	@Test
	void executorThatWaitsDoesNotMakeItsCallerWait() throws Exception {
		CountDownLatch full = new CountDownLatch(1);
		CompletableFuture<String> ran = new CompletableFuture<>();
		Executor waits = (task) -> {
			await(full);
			new Thread(task).start();
		};
		ApplicationTasks tasks = new ApplicationTasks(() -> waits, List::of, this.threads, () -> this.substitute,
				(executor) -> false);
		tasks.run(() -> ran.complete("ran"), LONG, ran::completeExceptionally);
		assertThat(ran).isNotDone();
		full.countDown();
		assertThat(ran.join()).isEqualTo("ran");
	}

	@Test
	void callerIsToldOnceInItsContextAndWithoutItIfThatCannotBeRestored() {
		ThreadLocal<String> user = new ThreadLocal<>();
		UnaryOperator<Runnable> carrying = (task) -> {
			String captured = user.get();
			return () -> {
				if (captured == null) {
					throw new IllegalStateException("no context");
				}
				user.set(captured);
				task.run();
			};
		};
		ApplicationTasks tasks = new ApplicationTasks(() -> this.substitute, () -> List.of(carrying), this.threads);
		CompletableFuture<String> told = new CompletableFuture<>();
		Executor without = tasks.caller();
		user.set("ann");
		Executor with = tasks.caller();
		with.execute(() -> told.complete(user.get()));
		assertThat(told.join()).isEqualTo("ann");
		CompletableFuture<String> toldAlthough = new CompletableFuture<>();
		without.execute(() -> toldAlthough.complete("told"));
		assertThat(toldAlthough.join()).isEqualTo("told");
	}

	@Test
	void taskThatTheExecutorDoesNotBeginIsRefusedInTime() {
		CompletableFuture<Throwable> rejected = new CompletableFuture<>();
		List<Runnable> queue = new ArrayList<>();
		tasks(queue::add).run(() -> fail("runs"), Duration.ofMillis(1), rejected::complete);
		assertThat(rejected.join()).isInstanceOf(RejectedExecutionException.class)
			.hasMessageContaining("not begun the work within 1ms");
		queue.forEach(Runnable::run);
	}

	@Test
	void taskThatIsTakenBackNeitherRunsNorIsRefused() {
		List<Runnable> queue = new ArrayList<>();
		PendingTask pending = tasks(queue::add).run(() -> fail("runs"), LONG, (reason) -> fail("refused"));
		assertThat(pending.takeBack()).isTrue();
		assertThat(pending.takeBack()).isFalse();
		queue.forEach(Runnable::run);
	}

	@Test
	void taskThatHasBegunCannotBeTakenBack() {
		List<Runnable> queue = new ArrayList<>();
		AtomicInteger runs = new AtomicInteger();
		PendingTask pending = tasks(queue::add).run(runs::incrementAndGet, LONG, (reason) -> fail("refused"));
		queue.forEach(Runnable::run);
		queue.forEach(Runnable::run);
		assertThat(runs).hasValue(1);
		assertThat(pending.takeBack()).isFalse();
	}

	@Test
	void capturedTaskWorksUnderTheLeasesOfItsCallerInTheirOrder() {
		Lease outer = mock(Lease.class);
		Lease inner = mock(Lease.class);
		List<Lease> seen = new ArrayList<>();
		Runnable captured;
		try (LockContext.Scope first = LockContext.open(outer); LockContext.Scope second = LockContext.open(inner)) {
			captured = tasks(Runnable::run).capture(() -> {
				seen.addAll(LockContext.all());
				assertThat(LockContext.current()).contains(inner);
			});
		}
		captured.run();
		assertThat(seen).containsExactly(inner, outer);
		assertThat(LockContext.all()).isEmpty();
	}

	private ApplicationTasks tasks(Executor executor) {
		return new ApplicationTasks(() -> executor, List::of, this.threads);
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await(120, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	private final class Threads implements CallerThreads {

		@Override
		public void tell(Runnable news) {
			ApplicationTasksTests.this.substitute.execute(news);
		}

		@Override
		public void submit(Runnable submission) {
			ApplicationTasksTests.this.substitute.execute(submission);
		}

		@Override
		public Future<?> later(Runnable task, Duration pause) {
			return ApplicationTasksTests.this.timer.schedule(task, pause.toMillis(), TimeUnit.MILLISECONDS);
		}

	}

}
