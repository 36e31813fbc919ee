package io.github.lockstarter.autoconfigure.async;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.core.task.TaskExecutor;
import org.springframework.scheduling.annotation.Async;
import org.springframework.scheduling.annotation.EnableAsync;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.aspect.FacesApplication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locked methods that return a future and are {@code @Async}: their executor keeps a
 * thread waiting for each of them.
 */
@Timeout(120)
class AsyncMethodsIntegrationTests {

	@AutoClose
	private static FacesApplication oneThread;

	@BeforeAll
	static void start() {
		oneThread = new FacesApplication(Jobs.class, AsyncOn.class, OneThread.class, Named.class);
	}

	@Test
	@Tag("gate")
	void callsOnAllThreadsOfTheDefaultExecutorEnd() throws Exception {
		try (FacesApplication application = new FacesApplication(Jobs.class, AsyncOn.class)) {
			assertThatAllEnd(application, 8, 8);
			assertThatAllEnd(application, 40, 3);
		}
	}

	@Test
	void callsOnTheOnlyThreadOfAnExecutorEnd() throws Exception {
		assertThatAllEnd(oneThread, 6, 6);
	}

	@ParameterizedTest
	@ValueSource(classes = { ShortQueue.class, TwoAtOnce.class })
	@Tag("gate")
	void callsOnAllThreadsOfASmallExecutorEnd(Class<?> executor) throws Exception {
		try (FacesApplication application = new FacesApplication(Jobs.class, AsyncOn.class, executor)) {
			assertThatAllEnd(application, 6, 6);
		}
	}

	private static void assertThatAllEnd(FacesApplication application, int calls, int keys) throws Exception {
		Jobs jobs = application.bean(Jobs.class);
		List<CompletableFuture<String>> results = IntStream.range(0, calls)
			.mapToObj((i) -> jobs.run("all-" + i % keys))
			.toList();
		for (CompletableFuture<String> result : results) {
			assertThat(result.get(120, TimeUnit.SECONDS)).startsWith("all-");
		}
		// a fencing token for each
		assertThat(results.stream().map(CompletableFuture::join)).doesNotHaveDuplicates();
		assertThat(application.isFree("async-method:all-0")).isTrue();
	}

	@Test
	void methodRunsOnTheThreadOfAsyncAndItsLockIsHeldUntilItsFutureIsComplete() throws Exception {
		Jobs jobs = oneThread.bean(Jobs.class);
		CompletableFuture<String> work = new CompletableFuture<>();
		CompletableFuture<String> result = jobs.named("held", work);
		assertThat(jobs.thread().get(120, TimeUnit.SECONDS)).startsWith("named-");
		assertThat(oneThread.isFree("async-named:held")).isFalse();
		work.complete("done");
		assertThat(result.get(120, TimeUnit.SECONDS)).isEqualTo("done");
		assertThat(oneThread.isFree("async-named:held")).isTrue();
	}

	@Test
	void heldLockIsRefusedSkippedOrReplaced() throws Exception {
		try (Lease held = oneThread.other().locks().acquire("async-busy:x")) {
			Jobs jobs = oneThread.bean(Jobs.class);
			CompletableFuture<String> refused = jobs.busy("x");
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> refused.get(120, TimeUnit.SECONDS))
				.withCauseInstanceOf(LockNotAcquiredException.class);
			assertThat(jobs.skipped("x").get(120, TimeUnit.SECONDS)).isNull();
			assertThat(jobs.replaced("x").get(120, TimeUnit.SECONDS)).isEqualTo("instead of x");
		}
	}

	@Test
	@Tag("gate")
	void stoppedExecutorEndsTheWait() throws Exception {
		try (FacesApplication application = new FacesApplication(Jobs.class, AsyncOn.class, OneThread.class);
				Lease held = application.other().locks().acquire("async-patient:x")) {
			CompletableFuture<String> waiting = application.bean(Jobs.class).patient("x");
			Awaitility.await()
				.until(() -> application.other().locks().describe("async-patient:x").orElseThrow().waiters() == 1);
			application.bean(ThreadPoolTaskExecutor.class).shutdown();
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> waiting.get(120, TimeUnit.SECONDS))
				.withCauseInstanceOf(LockInterruptedException.class);
			Awaitility.await()
				.until(() -> application.other().locks().describe("async-patient:x").orElseThrow().waiters() == 0);
		}
	}

	@Test
	@Tag("gate")
	void asyncThatIsNotEnabledKeepsNoCallerWaiting() throws Exception {
		try (FacesApplication application = new FacesApplication(Jobs.class, OneThread.class);
				Lease held = application.other().locks().acquire("async-patient:y")) {
			Jobs jobs = application.bean(Jobs.class);
			CompletableFuture<String> waiting = jobs.patient("y");
			held.close(); // here, although the lock was held
			assertThat(waiting.get(120, TimeUnit.SECONDS)).isEqualTo("y");
		}
	}

	@Configuration(proxyBeanMethods = false)
	@EnableAsync
	static class AsyncOn {

	}

	static class OneThread {

		@Bean
		ThreadPoolTaskExecutor applicationTaskExecutor() {
			ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
			pool.setCorePoolSize(1);
			return pool;
		}

	}

	static class ShortQueue {

		@Bean
		ThreadPoolTaskExecutor applicationTaskExecutor() {
			ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
			pool.setCorePoolSize(2);
			pool.setMaxPoolSize(2);
			pool.setQueueCapacity(4);
			return pool;
		}

	}

	static class TwoAtOnce {

		@Bean
		SimpleAsyncTaskExecutor applicationTaskExecutor() {
			SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("limited-");
			threads.setConcurrencyLimit(2);
			return threads;
		}

	}

	static class Named {

		@Bean(defaultCandidate = false)
		TaskExecutor named() {
			ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
			pool.setCorePoolSize(1);
			pool.setThreadNamePrefix("named-");
			return pool;
		}

	}

	static class Jobs {

		private final CompletableFuture<String> thread = new CompletableFuture<>();

		public CompletableFuture<String> thread() {
			return this.thread;
		}

		@Async
		@DistributedLocked(name = "async-method", key = "#key", waitTime = "1m")
		public CompletableFuture<String> run(String key) {
			long token = LockContext.current("async-method:" + key).orElseThrow().fencingToken();
			return CompletableFuture.completedFuture(key + " " + token);
		}

		@Async("named")
		@DistributedLocked(name = "async-named", key = "#key")
		public CompletableFuture<String> named(String key, CompletableFuture<String> work) {
			this.thread.complete(Thread.currentThread().getName());
			return work;
		}

		@Async
		@DistributedLocked(name = "async-busy", key = "#key", waitTime = "0")
		public CompletableFuture<String> busy(String key) {
			return CompletableFuture.completedFuture(key);
		}

		@Async
		@DistributedLocked(name = "async-busy", key = "#key", waitTime = "0", onNotAcquired = OnNotAcquired.SKIP)
		public CompletableFuture<String> skipped(String key) {
			return CompletableFuture.completedFuture(key);
		}

		@Async
		@DistributedLocked(name = "async-busy", key = "#key", waitTime = "0", onNotAcquired = OnNotAcquired.FALLBACK,
				fallback = "instead")
		public CompletableFuture<String> replaced(String key) {
			return CompletableFuture.completedFuture(key);
		}

		@SuppressWarnings("unused")
		private CompletableFuture<String> instead(String key) {
			return CompletableFuture.completedFuture("instead of " + key);
		}

		@Async
		@DistributedLocked(name = "async-patient", key = "#key", waitTime = "1m")
		public CompletableFuture<String> patient(String key) {
			return CompletableFuture.completedFuture(key);
		}

	}

}
