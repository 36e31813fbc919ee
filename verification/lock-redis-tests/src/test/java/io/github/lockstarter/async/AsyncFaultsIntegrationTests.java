package io.github.lockstarter.async;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.redis.TwoServersOnSharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

/**
 * Futures whose executor, context or caller does not do what it should. Nothing stays
 * locked, and the caller is told.
 */
@Timeout(120)
@Tag("gate")
class AsyncFaultsIntegrationTests extends TwoServersOnSharedRedis {

	// Short enough to be waited for, long enough for a look at it on a busy machine.
	private static final Duration LEASE = Duration.ofSeconds(3);

	private static final Duration WAIT_PAST_A_LEASE = Duration.ofSeconds(8);

	private static final ExecutorService APPLICATION = Executors.newFixedThreadPool(2,
			(task) -> new Thread(task, "application-task"));

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	@AfterAll
	static void stop() {
		APPLICATION.shutdownNow();
	}

	private static AsyncLockOperations operations(Executor executor) {
		return operations(executor, UnaryOperator.identity());
	}

	private static AsyncLockOperations operations(Executor executor, UnaryOperator<Runnable> decorator) {
		return new AsyncLockTemplate(first.locks().nonBlocking(), new ApplicationTasks(() -> executor,
				() -> List.of(decorator), first.locks().nonBlocking().callerThreads()));
	}

	@Test
	void executorThatCannotBeHadLeavesNothingLocked() {
		AsyncLockOperations locks = new AsyncLockTemplate(first.locks().nonBlocking(), new ApplicationTasks(() -> {
			throw new IllegalStateException("the context is closed");
		}, List::of, first.locks().nonBlocking().callerThreads()));
		CompletableFuture<Object> result = locks.execute(this.name, (lease) -> fail("runs"));
		assertThat(result).failsWithin(PATIENCE).withThrowableThat().withMessageContaining("the context is closed");
		assertThat(isFree()).isTrue();
	}

	@Test
	void executorThatRunsTasksOnTheThreadOfTheGrantRunsNothing() {
		CompletableFuture<Object> result = operations(Runnable::run).execute(this.name, (lease) -> fail("runs"));
		assertThat(result).failsWithin(PATIENCE)
			.withThrowableThat()
			.withCauseInstanceOf(RejectedExecutionException.class);
		assertThat(isFree()).isTrue();
	}

	@Test
	void contextThatCannotBeRestoredLeavesNothingLocked() {
		CompletableFuture<Object> result = operations(APPLICATION, (task) -> () -> {
			throw new IllegalStateException("no context");
		}).execute(this.name, (lease) -> fail("runs"));
		assertThat(result).failsWithin(PATIENCE).withThrowableThat().withMessageContaining("no context");
		assertThat(isFree()).isTrue();
	}

	@Test
	void decoratorThatDoesNotRunTheWorkLeavesNothingLocked() {
		CompletableFuture<Object> result = operations(APPLICATION, (task) -> () -> {
		}).execute(this.name, (lease) -> fail("runs"));
		assertThat(result).failsWithin(PATIENCE).withThrowableThat().withMessageContaining("decorator");
		assertThat(isFree()).isTrue();
	}

	@Test
	void decoratorThatRunsTheWorkTooLateRunsNothing() {
		List<Runnable> kept = new CopyOnWriteArrayList<>();
		CompletableFuture<Object> result = operations(APPLICATION, (task) -> () -> kept.add(task)).execute(this.name,
				(lease) -> fail("runs"));
		assertThat(result).failsWithin(PATIENCE).withThrowableThat().withMessageContaining("decorator");
		kept.forEach(Runnable::run);
		assertThat(isFree()).isTrue();
	}

	@Test
	void decoratorThatRunsTheWorkTwiceRunsItOnce() {
		AtomicInteger runs = new AtomicInteger();
		CompletableFuture<Integer> result = operations(APPLICATION, (task) -> () -> {
			task.run();
			task.run();
		}).execute(this.name, (lease) -> CompletableFuture.completedFuture(runs.incrementAndGet()));
		assertThat(result).succeedsWithin(PATIENCE).isEqualTo(1);
		assertThat(runs).hasValue(1);
	}

	@Test
	void decoratorThatTakesItsTimeUnderALostLeaseLeavesTheNextOneAlone() throws Exception {
		ExecutorService busy = Executors.newFixedThreadPool(2);
		CountDownLatch blocking = new CountDownLatch(1);
		busy.execute(() -> await(blocking));
		busy.execute(() -> await(blocking));
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<String> work = new CompletableFuture<>();
		LockRequest request = LockRequest.of(this.name).leaseTime(LEASE).waitTime(PATIENCE);
		CompletableFuture<String> result = operations(busy, (task) -> () -> {
			task.run();
			await(begun); // under the lease after that one
		}).execute(request, (lease) -> {
			begun.countDown();
			return work;
		});
		awaitGranted();
		second.locks().acquire(this.name).close(); // after that lease
		blocking.countDown();
		await(begun);
		busy.shutdown();
		assertThat(busy.awaitTermination(120, TimeUnit.SECONDS)).as("the decorators are done").isTrue();
		assertThat(result).as("the work goes on").isNotDone();
		work.complete("done");
		assertThat(result).succeedsWithin(PATIENCE).isEqualTo("done");
	}

	@Test
	void contextThatCannotBeCapturedIsAFailedFuture() {
		CompletableFuture<Object> result = operations(APPLICATION, (task) -> {
			throw new IllegalStateException("no context");
		}).execute(this.name, (lease) -> fail("runs"));
		assertThat(result).failsWithin(PATIENCE).withThrowableThat().withMessageContaining("no context");
		assertThat(isFree()).isTrue();
	}

	@Test
	void leaseIsReleasedWhereTheContextCannotBeCaptured() {
		AtomicBoolean broken = new AtomicBoolean();
		AsyncLease lease = operations(APPLICATION, (task) -> {
			if (broken.get()) {
				throw new IllegalStateException("no context");
			}
			return task;
		}).acquire(this.name).join();
		broken.set(true);
		assertThat(lease.release()).succeedsWithin(PATIENCE);
		assertThat(isFree()).isTrue();
	}

	@Test
	void missingRequestIsAFailedFuture() {
		assertThat(operations(APPLICATION).acquire((String) null)).isCompletedExceptionally();
		assertThat(operations(APPLICATION).acquire((LockRequest) null)).isCompletedExceptionally();
		assertThat(operations(APPLICATION).describe(null)).isCompletedExceptionally();
	}

	@Test
	void leaseThatEndsInTheQueueOfTheExecutorIsAskedForAgain() throws Exception {
		ExecutorService busy = Executors.newSingleThreadExecutor();
		CountDownLatch blocking = new CountDownLatch(1);
		busy.execute(() -> await(blocking));
		try {
			LockRequest request = LockRequest.of(this.name).leaseTime(LEASE).waitTime(PATIENCE);
			CompletableFuture<Boolean> result = operations(busy).execute(request,
					(lease) -> CompletableFuture.completedFuture(lease.isHeld()
							&& first.locks().describe(this.name).orElseThrow().fencingToken() == lease.fencingToken()));
			awaitGranted();
			Lease between = second.locks().acquire(this.name); // after that lease
			blocking.countDown();
			awaitWaiters(1);
			assertThat(result).isNotDone();
			between.close();
			assertThat(result).succeedsWithin(PATIENCE).isEqualTo(true);
			assertThat(isFree()).isTrue();
		}
		finally {
			busy.shutdownNow();
		}
	}

	@Test
	void leaseThatAnotherHasWhenTheExecutorIsFreeIsNotAcquired() throws Exception {
		ExecutorService busy = Executors.newSingleThreadExecutor();
		CountDownLatch blocking = new CountDownLatch(1);
		busy.execute(() -> await(blocking));
		try {
			LockRequest request = LockRequest.of(this.name).leaseTime(LEASE).waitTime(WAIT_PAST_A_LEASE);
			CompletableFuture<Object> result = operations(busy).execute(request, (lease) -> fail("runs"));
			awaitGranted();
			try (Lease between = second.locks().acquire(this.name)) {
				blocking.countDown();
				assertThat(result).failsWithin(PATIENCE)
					.withThrowableThat()
					.withCauseInstanceOf(LockNotAcquiredException.class);
			}
			assertThat(isFree()).isTrue();
		}
		finally {
			busy.shutdownNow();
		}
	}

	@Test
	void leaseAloneNeedsNoThreadOfTheExecutor() throws Exception {
		ExecutorService busy = Executors.newSingleThreadExecutor();
		CountDownLatch blocking = new CountDownLatch(1);
		busy.execute(() -> await(blocking));
		try {
			AsyncLease lease = operations(busy).acquire(this.name).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
			assertThat(lease.isHeld()).isTrue();
			assertThat(lease.release()).succeedsWithin(PATIENCE);
		}
		finally {
			blocking.countDown();
			busy.shutdownNow();
		}
	}

	@Test
	void callerThatCancelsWhileItAsksAgainGivesUp() throws Exception {
		ExecutorService busy = Executors.newSingleThreadExecutor();
		CountDownLatch blocking = new CountDownLatch(1);
		busy.execute(() -> await(blocking));
		try {
			LockRequest request = LockRequest.of(this.name).leaseTime(LEASE).waitTime(PATIENCE);
			CompletableFuture<Object> result = operations(busy).execute(request, (lease) -> fail("runs"));
			awaitGranted();
			try (Lease between = second.locks().acquire(this.name)) {
				blocking.countDown();
				awaitWaiters(1);
				result.cancel(false);
				awaitWaiters(0);
			}
		}
		finally {
			busy.shutdownNow();
		}
	}

	@Test
	void timeOutOfTheCallerGivesUpTheWait() {
		AsyncLockOperations locks = operations(APPLICATION);
		LockRequest request = LockRequest.of(this.name).waitTime(PATIENCE);
		Lease held = second.locks().acquire(this.name);
		List<CompletableFuture<?>> calls = List.of(locks.acquire(request), locks.tryAcquire(request),
				locks.execute(request, (lease) -> fail("runs")));
		awaitWaiters(1);
		calls.forEach((call) -> call.completeExceptionally(new TimeoutException()));
		awaitWaiters(0);
		held.close();
		Awaitility.await().until(this::isFree);
	}

	@Test
	void timeOutOfTheCallerCancelsTheWork() {
		CompletableFuture<String> work = new CompletableFuture<>();
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<String> result = operations(APPLICATION).execute(this.name, (lease) -> {
			begun.countDown();
			return work;
		});
		await(begun);
		result.completeExceptionally(new TimeoutException());
		Awaitility.await().until(() -> work.isCancelled() && isFree());
	}

	@Test
	void stageThatCannotBeCancelledReleasesAtItsEnd() {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch asked = new CountDownLatch(1);
		CompletableFuture<String> work = new CompletableFuture<>() {
			@Override
			public boolean cancel(boolean interrupt) {
				asked.countDown();
				throw new IllegalStateException("cannot be cancelled");
			}
		};
		CompletableFuture<String> result = operations(APPLICATION).execute(this.name, (lease) -> {
			begun.countDown();
			return work;
		});
		await(begun);
		result.cancel(true);
		await(asked);
		assertThat(isFree()).isFalse();
		work.complete("done");
		Awaitility.await().until(this::isFree);
	}

	@Test
	void whoIsCancelledBeforeItsWorkHasBegunDoesNotBeginIt() throws Exception {
		ExecutorService busy = Executors.newSingleThreadExecutor();
		CountDownLatch blocking = new CountDownLatch(1);
		busy.execute(() -> await(blocking));
		try {
			CompletableFuture<Object> result = operations(busy).execute(this.name, (lease) -> fail("runs"));
			Awaitility.await().until(() -> !isFree());
			result.cancel(true);
			blocking.countDown();
			Awaitility.await().until(this::isFree);
		}
		finally {
			busy.shutdownNow();
		}
	}

	@Test
	void whatFollowsRunsInTheContextOfTheCall() throws Exception {
		ThreadLocal<String> user = new ThreadLocal<>();
		AsyncLockOperations locks = operations(APPLICATION, carrying(user));
		Lease held = second.locks().acquire(this.name);
		user.set("ann");
		CompletableFuture<String> executed = locks
			.execute(this.name, (lease) -> CompletableFuture.completedFuture("done"))
			.thenApply((result) -> user.get());
		CompletableFuture<String> acquired = locks.acquire(this.name).thenApply((lease) -> {
			lease.release();
			return user.get();
		});
		CompletableFuture<String> refused = locks.acquire(LockRequest.of(this.name).waitTime(Duration.ofMillis(1)))
			.handle((lease, failure) -> user.get());
		user.remove();
		assertThat(refused.get(120, TimeUnit.SECONDS)).isEqualTo("ann");
		held.close();
		assertThat(executed.get(120, TimeUnit.SECONDS)).isEqualTo("ann");
		assertThat(acquired.get(120, TimeUnit.SECONDS)).isEqualTo("ann");
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await(120, TimeUnit.SECONDS);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

}
