package io.github.lockstarter.async;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.core.task.TaskDecorator;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Executors and contexts of applications that do not do what they should.
 */
@Timeout(30)
class ApplicationTasksTests {

	private final ExecutorService substitute = Executors.newSingleThreadExecutor((task) -> new Thread(task, "else"));

	@AfterEach
	void stop() {
		this.substitute.shutdownNow();
	}

	@Test
	void taskThatWouldRunOnTheThreadThatSubmitsItIsRefused() {
		CompletableFuture<Throwable> rejected = new CompletableFuture<>();
		tasks(Runnable::run).run(() -> fail("runs here"), rejected::complete);
		assertThat(rejected.join()).isInstanceOf(RejectedExecutionException.class)
			.hasMessageContaining("on the thread that submitted it");
	}

	@Test
	void callerIsToldElsewhereWhenTheExecutorRunsTasksOnTheThreadThatSubmits() {
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
			single.submit(() -> tasks.run(() -> ran.complete("later, on the same thread"), ran::completeExceptionally))
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
		}, List::of, this.substitute);
		tasks.run(() -> fail("runs"), rejected::complete);
		assertThat(rejected.join()).hasMessage("closed");
	}

	@Test
	void executorThatDropsTasksBecauseItIsShutDownRefuses() {
		ThreadPoolTaskExecutor executor = new ThreadPoolTaskExecutor();
		executor.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
		executor.initialize();
		executor.shutdown();
		CompletableFuture<Throwable> rejected = new CompletableFuture<>();
		tasks(executor).run(() -> fail("runs"), rejected::complete);
		assertThat(rejected).isCompletedWithValueMatching(RejectedExecutionException.class::isInstance);
	}

	@Test
	void executorIsFoundOnTheThreadOfTheCaller() {
		AtomicReference<Thread> finder = new AtomicReference<>();
		new ApplicationTasks(() -> Runnable::run, List::of, this.substitute, () -> {
			finder.set(Thread.currentThread());
			return Runnable::run;
		}).caller();
		assertThat(finder).hasValue(Thread.currentThread());
	}

	@Test
	void executorThatHasNoThreadLeftRefuses() {
		CompletableFuture<Throwable> rejected = new CompletableFuture<>();
		tasks((task) -> {
			throw new OutOfMemoryError("unable to create native thread");
		}).run(() -> fail("runs"), rejected::complete);
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
		ApplicationTasks tasks = new ApplicationTasks(() -> waits, List::of, Runnable::run, () -> this.substitute);
		tasks.run(() -> ran.complete("ran"), ran::completeExceptionally);
		assertThat(ran).isNotDone();
		full.countDown();
		assertThat(ran.join()).isEqualTo("ran");
	}

	@Test
	void callerIsToldOnceInItsContextAndWithoutItIfThatCannotBeRestored() {
		ThreadLocal<String> user = new ThreadLocal<>();
		TaskDecorator carrying = (task) -> {
			String captured = user.get();
			return () -> {
				if (captured == null) {
					throw new IllegalStateException("no context");
				}
				user.set(captured);
				task.run();
			};
		};
		ApplicationTasks tasks = new ApplicationTasks(() -> this.substitute, () -> List.of(carrying), Runnable::run);
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

	private ApplicationTasks tasks(Executor executor) {
		return new ApplicationTasks(() -> executor, List::of, this.substitute);
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await(10, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
