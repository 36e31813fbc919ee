package io.github.lockstarter.autoconfigure.async;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;
import io.github.lockstarter.aspect.FacesApplication;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.reactive.ReactiveLockOperations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application all of whose threads wait for what the locks tell, or for something
 * else. Callers are told all the same, and nothing stays locked. A class for each
 * executor: most of it is waiting.
 */
@Timeout(120)
abstract class ExhaustedExecutor {

	static final Duration PATIENCE = Duration.ofSeconds(120);

	// A test leaves its threads idle and its locks free.
	private static final Map<Pool, FacesApplication> APPLICATIONS = new EnumMap<>(Pool.class);

	private final Pool pool;

	ExhaustedExecutor(Pool pool) {
		this.pool = pool;
	}

	@AfterAll
	static void stop() {
		APPLICATIONS.values().forEach(FacesApplication::close);
		APPLICATIONS.clear();
	}

	@Test
	void joinedLeasesAreAcquiredAndReleased() throws Exception {
		FacesApplication application = this.pool.application();
		AsyncLockOperations locks = application.bean(AsyncLockOperations.class);
		onAllThreads(application, this.pool, (key) -> {
			locks.acquire(key).join().close().join();
			assertThat(locks.describe(key).join()).isEmpty();
			assertThat(locks.forceRelease(key).join()).isFalse();
			return locks.tryAcquire(key).join().orElseThrow().releaseNow().thenApply((released) -> key).join();
		});
	}

	@Test
	void blockedSubscriptionsAcquireAndRelease() throws Exception {
		FacesApplication application = this.pool.application();
		ReactiveLockOperations locks = application.bean(ReactiveLockOperations.class);
		onAllThreads(application, this.pool,
				(key) -> locks.acquire(key).flatMap((lease) -> lease.close().thenReturn(key)).block());
	}

	@Test
	void joinedWorkThatNeedsAThreadOfItsOwnWaitersEndsAndLeavesNothingLocked() throws Exception {
		FacesApplication application = this.pool.application();
		Work work = application.bean(Work.class);
		AsyncLockOperations locks = application.bean(AsyncLockOperations.class);
		ReactiveLockOperations reactive = application.bean(ReactiveLockOperations.class);
		LockRequest joined = LockRequest.of("joined").waitTime(Duration.ofMillis(300));
		List<Supplier<Object>> calls = List.of(() -> work.stage("joined").join(),
				() -> work.publisher("joined").block(),
				() -> locks.execute(joined, (lease) -> CompletableFuture.completedFuture("late")).join(),
				() -> reactive.execute(joined, (lease) -> Mono.just("late")).block());
		for (Supplier<Object> call : calls) {
			CountDownLatch all = new CountDownLatch(this.pool.threads);
			List<Future<Object>> results = IntStream.range(0, this.pool.threads)
				.mapToObj((i) -> application.bean(AsyncTaskExecutor.class).submit(() -> {
					all.countDown();
					all.await();
					return outcome(call);
				}))
				.toList();
			for (Future<Object> result : results) {
				assertThat(result.get(120, TimeUnit.SECONDS)).isIn("late", "refused");
			}
		}
		Awaitility.await().until(() -> application.isFree("joined") && application.isFree("exhausted:joined"));
	}

	private static Object outcome(Supplier<Object> call) {
		try {
			return call.get();
		}
		catch (CompletionException | RejectedExecutionException | LockNotAcquiredException ex) {
			Throwable cause = (ex instanceof CompletionException) ? ex.getCause() : ex;
			assertThat(cause).isInstanceOfAny(RejectedExecutionException.class, LockNotAcquiredException.class);
			return "refused";
		}
	}

	@Test
	void whoIsRefusedIsToldByTheEndOfItsWait() throws Exception {
		FacesApplication application = this.pool.application();
		try (Lease held = application.other().locks().acquire("exhausted:busy");
				Busy busy = new Busy(application, this.pool)) {
			Work work = application.bean(Work.class);
			LockRequest request = LockRequest.of("exhausted:busy").waitTime(Duration.ofMillis(200));
			AsyncLockOperations locks = application.bean(AsyncLockOperations.class);
			ReactiveLockOperations reactive = application.bean(ReactiveLockOperations.class);
			Stream.of(locks.acquire(request), locks.execute(request, (lease) -> CompletableFuture.completedFuture(1)),
					reactive.acquire(request).toFuture(), reactive.execute(request, (lease) -> Mono.just(1)).toFuture(),
					work.busyStage("busy"), work.busyPublisher("busy").toFuture(), work.replacedStage("busy"),
					work.replacedPublisher("busy").toFuture())
				.forEach((refused) -> assertThat(refused).failsWithin(PATIENCE)
					.withThrowableThat()
					.withCauseInstanceOf(LockNotAcquiredException.class));
			assertThat(locks.tryAcquire(request).get(120, TimeUnit.SECONDS)).isEmpty();
			assertThat(work.skippedStage("busy").get(120, TimeUnit.SECONDS)).isNull();
			assertThat(reactive.tryAcquire(request).blockOptional(PATIENCE)).isEmpty();
			assertThat(reactive.describe("exhausted:busy").block(PATIENCE)).isNotNull();
		}
	}

	@Test
	void workThatTheExecutorDoesNotBeginGivesItsLockBack() throws Exception {
		FacesApplication application = this.pool.application();
		try (Busy busy = new Busy(application, this.pool)) {
			Work work = application.bean(Work.class);
			CompletableFuture<String> stage = work.stage("queued-stage");
			CompletableFuture<String> publisher = work.publisher("queued-publisher").toFuture();
			for (CompletableFuture<String> result : List.of(stage, publisher)) {
				assertThat(result).failsWithin(PATIENCE)
					.withThrowableThat()
					.withCauseInstanceOf(RejectedExecutionException.class)
					.withMessageContaining("not begun the work within");
			}
			assertThat(application.isFree("exhausted:queued-stage")).isTrue();
			assertThat(application.isFree("exhausted:queued-publisher")).isTrue();
		}
	}

	private static void onAllThreads(FacesApplication application, Pool pool, Step step) throws Exception {
		CountDownLatch all = new CountDownLatch(pool.threads);
		List<Future<String>> results = IntStream.range(0, pool.threads)
			.mapToObj((i) -> application.bean(AsyncTaskExecutor.class).submit((Callable<String>) () -> {
				all.countDown();
				all.await();
				return step.run("all-threads-" + i);
			}))
			.toList();
		for (Future<String> result : results) {
			assertThat(result.get(120, TimeUnit.SECONDS)).startsWith("all-threads-");
		}
	}

	static Stream<String> names(String prefix, int count) {
		return IntStream.range(0, count).mapToObj((i) -> prefix + i);
	}

	static void await(CountDownLatch latch) {
		try {
			latch.await(120, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	interface Step {

		String run(String key) throws Exception;

	}

	/**
	 * Executors of applications, and what keeps all their threads busy.
	 */
	enum Pool {

		BOOT(8), ONE(1, OneThread.class), LIMITED(2, TwoAtOnce.class);

		private final int threads;

		private final Class<?>[] configuration;

		Pool(int threads, Class<?>... executor) {
			this.threads = threads;
			this.configuration = Stream.concat(Stream.of(Work.class), Stream.of(executor)).toArray(Class<?>[]::new);
		}

		FacesApplication application() {
			return APPLICATIONS.computeIfAbsent(this, (pool) -> new FacesApplication(pool.configuration));
		}

	}

	static final class Busy implements AutoCloseable {

		private final CountDownLatch end = new CountDownLatch(1);

		Busy(FacesApplication application, Pool pool) throws InterruptedException {
			CountDownLatch all = new CountDownLatch(pool.threads);
			for (int i = 0; i < pool.threads; i++) {
				application.bean(AsyncTaskExecutor.class).execute(() -> {
					all.countDown();
					await(this.end);
				});
			}
			all.await();
		}

		@Override
		public void close() {
			this.end.countDown();
		}

	}

	static class OneThread {

		@Bean
		ThreadPoolTaskExecutor applicationTaskExecutor() {
			ThreadPoolTaskExecutor pool = new ThreadPoolTaskExecutor();
			pool.setCorePoolSize(1);
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

	static class Work {

		@DistributedLocked(name = "exhausted", key = "#key", waitTime = "300ms")
		public CompletableFuture<String> stage(String key) {
			return CompletableFuture.completedFuture("late");
		}

		@DistributedLocked(name = "exhausted", key = "#key", waitTime = "300ms")
		public Mono<String> publisher(String key) {
			return Mono.just("late");
		}

		@DistributedLocked(name = "exhausted", key = "#key", waitTime = "200ms")
		public CompletableFuture<String> busyStage(String key) {
			return CompletableFuture.completedFuture(key);
		}

		@DistributedLocked(name = "exhausted", key = "#key", waitTime = "200ms")
		public Mono<String> busyPublisher(String key) {
			return Mono.just(key);
		}

		@DistributedLocked(name = "exhausted", key = "#key", waitTime = "200ms", onNotAcquired = OnNotAcquired.SKIP)
		public CompletableFuture<String> skippedStage(String key) {
			return CompletableFuture.completedFuture(key);
		}

		@DistributedLocked(name = "exhausted", key = "#key", waitTime = "200ms", fallback = "insteadStage",
				onNotAcquired = OnNotAcquired.FALLBACK)
		public CompletableFuture<String> replacedStage(String key) {
			return CompletableFuture.completedFuture(key);
		}

		@SuppressWarnings("unused")
		private CompletableFuture<String> insteadStage(String key) {
			return CompletableFuture.completedFuture("instead");
		}

		@DistributedLocked(name = "exhausted", key = "#key", waitTime = "200ms", fallback = "insteadPublisher",
				onNotAcquired = OnNotAcquired.FALLBACK)
		public Mono<String> replacedPublisher(String key) {
			return Mono.just(key);
		}

		@SuppressWarnings("unused")
		private Mono<String> insteadPublisher(String key) {
			return Mono.just("instead");
		}

	}

}
