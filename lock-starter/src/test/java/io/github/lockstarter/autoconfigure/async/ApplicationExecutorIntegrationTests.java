package io.github.lockstarter.autoconfigure.async;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

import io.micrometer.context.ContextRegistry;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import reactor.core.publisher.Mono;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.aspect.FacesApplication;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Where methods run in an application, and with which context.
 */
@Timeout(120)
@Tag("gate")
class ApplicationExecutorIntegrationTests {

	@Test
	void whatIsRegisteredForContextPropagationIsThereInTheMethod() {
		ThreadLocal<String> user = new ThreadLocal<>();
		ContextRegistry.getInstance().registerThreadLocalAccessor("lock-test", user::get, user::set, user::remove);
		try (FacesApplication application = new FacesApplication(Jobs.class)) {
			Jobs jobs = application.bean(Jobs.class);
			user.set("ann");
			CompletableFuture<String> later = jobs.later("propagated", user);
			Mono<String> reactive = jobs.reactive("propagated", user);
			assertThat(later.join()).isEqualTo("task- ann");
			assertThat(reactive.block()).isEqualTo("task- ann");
		}
		finally {
			ContextRegistry.getInstance().removeThreadLocalAccessor("lock-test");
		}
	}

	@Test
	void executorWithALimitKeepsNoThreadOfTheLocksWaiting() throws Exception {
		CountDownLatch full = new CountDownLatch(1);
		try (FacesApplication application = new FacesApplication(Jobs.class, Limited.class)) {
			Jobs jobs = application.bean(Jobs.class);
			CompletableFuture<String> running = jobs.blocking("limit-1", full);
			Awaitility.await().until(() -> !application.isFree("job:limit-1"));
			CompletableFuture<String> waiting = jobs.blocking("limit-2", full);
			Awaitility.await().until(() -> !application.isFree("job:limit-2"));
			// needs an answer of Redis, which a thread of Netty reads
			application.bean(LockOperations.class).acquire("limit-3").close();
			full.countDown();
			assertThat(running.join()).startsWith("limited-");
			assertThat(waiting.join()).startsWith("limited-");
		}
	}

	@Test
	void fullExecutorWhoseCallerRunsTheTaskRefusesAndLeavesNothingLocked() throws Exception {
		CountDownLatch full = new CountDownLatch(1);
		try (FacesApplication application = new FacesApplication(Jobs.class, CallerRuns.class)) {
			Jobs jobs = application.bean(Jobs.class);
			CompletableFuture<String> running = jobs.blocking("full-1", full);
			Awaitility.await().until(() -> application.bean(ThreadPoolTaskExecutor.class).getActiveCount() == 1);
			CompletableFuture<String> refused = jobs.blocking("full-2", full);
			assertThat(refused).failsWithin(Duration.ofSeconds(120))
				.withThrowableThat()
				.withCauseInstanceOf(RejectedExecutionException.class);
			assertThat(application.isFree("job:full-2")).isTrue();
			full.countDown();
			assertThat(running.join()).startsWith("pooled-");
		}
	}

	static class Jobs {

		@DistributedLocked(name = "job", key = "#key")
		public CompletableFuture<String> later(String key, ThreadLocal<String> user) {
			return CompletableFuture.completedFuture(thread() + " " + user.get());
		}

		@DistributedLocked(name = "job", key = "#key")
		public Mono<String> reactive(String key, ThreadLocal<String> user) {
			return Mono.just(thread() + " " + user.get());
		}

		@DistributedLocked(name = "job", key = "#key")
		public CompletableFuture<String> blocking(String key, CountDownLatch until) throws InterruptedException {
			until.await(120, TimeUnit.SECONDS);
			return CompletableFuture.completedFuture(thread());
		}

		private static String thread() {
			return Thread.currentThread().getName().replaceAll("\\d+$", "");
		}

	}

	static class Limited {

		@Bean
		SimpleAsyncTaskExecutor applicationTaskExecutor() {
			SimpleAsyncTaskExecutor threads = new SimpleAsyncTaskExecutor("limited-");
			threads.setConcurrencyLimit(1);
			return threads;
		}

	}

	static class CallerRuns {

		@Bean
		ThreadPoolTaskExecutor applicationTaskExecutor() {
			ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
			pool.setThreadNamePrefix("pooled-");
			pool.setMaxPoolSize(1);
			pool.setQueueCapacity(0);
			pool.setRejectedExecutionHandler(new ThreadPoolExecutor.CallerRunsPolicy());
			return pool;
		}

	}

}
