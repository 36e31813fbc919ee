package io.github.lockstarter.autoconfigure.async;

import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
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
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.context.annotation.Bean;
import org.springframework.core.task.AsyncTaskExecutor;
import org.springframework.core.task.SimpleAsyncTaskExecutor;
import org.springframework.scheduling.concurrent.ThreadPoolTaskExecutor;
import reactor.core.Disposable;
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
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application all of whose threads wait for what the locks tell, or for something
 * else. Callers are told all the same, and nothing stays locked.
 */
@Timeout(120)
class ExhaustedExecutorIntegrationTests {

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	// One for each executor: a test leaves its threads idle and its locks free.
	private static final Map<Pool, FacesApplication> APPLICATIONS = new EnumMap<>(Pool.class);

	@AfterAll
	static void stop() {
		APPLICATIONS.values().forEach(FacesApplication::close);
		APPLICATIONS.clear();
	}

	@ParameterizedTest
	@EnumSource
	void joinedLeasesAreAcquiredAndReleased(Pool pool) throws Exception {
		FacesApplication application = pool.application();
		AsyncLockOperations locks = application.bean(AsyncLockOperations.class);
		onAllThreads(application, pool, (key) -> {
			locks.acquire(key).join().close().join();
			assertThat(locks.describe(key).join()).isEmpty();
			assertThat(locks.forceRelease(key).join()).isFalse();
			return locks.tryAcquire(key).join().orElseThrow().releaseNow().thenApply((released) -> key).join();
		});
	}

	@ParameterizedTest
	@EnumSource
	void blockedSubscriptionsAcquireAndRelease(Pool pool) throws Exception {
		FacesApplication application = pool.application();
		ReactiveLockOperations locks = application.bean(ReactiveLockOperations.class);
		onAllThreads(application, pool,
				(key) -> locks.acquire(key).flatMap((lease) -> lease.close().thenReturn(key)).block());
	}

	@ParameterizedTest
	@EnumSource
	void joinedWorkThatNeedsAThreadOfItsOwnWaitersEndsAndLeavesNothingLocked(Pool pool) throws Exception {
		FacesApplication application = pool.application();
		Work work = application.bean(Work.class);
		AsyncLockOperations locks = application.bean(AsyncLockOperations.class);
		ReactiveLockOperations reactive = application.bean(ReactiveLockOperations.class);
		LockRequest joined = LockRequest.of("joined").waitTime(Duration.ofMillis(300));
		List<Supplier<Object>> calls = List.of(() -> work.stage("joined").join(),
				() -> work.publisher("joined").block(),
				() -> locks.execute(joined, (lease) -> CompletableFuture.completedFuture("late")).join(),
				() -> reactive.execute(joined, (lease) -> Mono.just("late")).block());
		for (Supplier<Object> call : calls) {
			CountDownLatch all = new CountDownLatch(pool.threads);
			List<Future<Object>> results = IntStream.range(0, pool.threads)
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

	@ParameterizedTest
	@EnumSource
	void whoIsRefusedIsToldByTheEndOfItsWait(Pool pool) throws Exception {
		FacesApplication application = pool.application();
		try (Lease held = application.other().locks().acquire("exhausted:busy");
				Busy busy = new Busy(application, pool)) {
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

	@ParameterizedTest
	@EnumSource
	void workThatTheExecutorDoesNotBeginGivesItsLockBack(Pool pool) throws Exception {
		FacesApplication application = pool.application();
		try (Busy busy = new Busy(application, pool)) {
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

	@Test
	void whoGivesUpWhileItsWorkIsQueuedLeavesNothingLocked() throws Exception {
		FacesApplication application = Pool.ONE.application();
		try (Busy busy = new Busy(application, Pool.ONE)) {
			AsyncLockOperations locks = application.bean(AsyncLockOperations.class);
			LockRequest patient = LockRequest.of("given-up").waitTime(Duration.ofMinutes(5));
			for (int i = 0; i < 3; i++) {
				CompletableFuture<String> result = locks.execute(patient,
						(lease) -> CompletableFuture.completedFuture("late"));
				Awaitility.await().until(() -> !application.isFree("given-up"));
				if (i == 0) {
					result.cancel(true);
				}
				else if (i == 1) {
					result.orTimeout(1, TimeUnit.MILLISECONDS);
				}
				else {
					result.complete("enough");
				}
				Awaitility.await().until(() -> application.isFree("given-up"));
			}
			Disposable subscription = application.bean(ReactiveLockOperations.class)
				.execute(patient, (lease) -> Mono.just("late"))
				.subscribe();
			Awaitility.await().until(() -> !application.isFree("given-up"));
			subscription.dispose();
			Awaitility.await().until(() -> application.isFree("given-up"));
		}
	}

	@Test
	void callersThatBlockWhereTheyAreToldDelayNobody() throws Exception {
		CountDownLatch blocking = new CountDownLatch(1);
		FacesApplication application = Pool.BOOT.application();
		AsyncLockOperations locks = application.bean(AsyncLockOperations.class);
		CountDownLatch blocked = new CountDownLatch(100);
		List<Lease> held = names("told-", 100).map(application.other().locks()::acquire).toList();
		List<CompletableFuture<Void>> told = names("told-", 100)
			.map((name) -> locks.acquire(LockRequest.of(name).waitTime(PATIENCE)).thenAccept((lease) -> {
				blocked.countDown();
				await(blocking);
				lease.releaseNow();
			}))
			.toList();
		// only now: who asks for a free lock may have it before it says what then
		held.forEach(Lease::close);
		assertThat(blocked.await(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
		assertThat(locks.acquire("told").thenCompose((lease) -> lease.close())).succeedsWithin(PATIENCE);
		assertThat(locks.execute("told", (lease) -> CompletableFuture.completedFuture(1))).succeedsWithin(PATIENCE);
		blocking.countDown();
		assertThat(CompletableFuture.allOf(told.toArray(CompletableFuture[]::new))).succeedsWithin(PATIENCE);
	}

	@Test
	void rejectionIsTheCauseThatTheCallerSees() throws Exception {
		FacesApplication application = Pool.ONE.application();
		try (Busy busy = new Busy(application, Pool.ONE)) {
			CompletableFuture<String> result = application.bean(Work.class).stage("cause");
			assertThatExceptionOfType(ExecutionException.class).isThrownBy(() -> result.get(120, TimeUnit.SECONDS))
				.withCauseInstanceOf(RejectedExecutionException.class);
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

	private static Stream<String> names(String prefix, int count) {
		return IntStream.range(0, count).mapToObj((i) -> prefix + i);
	}

	private static void await(CountDownLatch latch) {
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
