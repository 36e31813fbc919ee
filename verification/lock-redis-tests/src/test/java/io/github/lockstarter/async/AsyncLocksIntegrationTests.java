package io.github.lockstarter.async;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.redis.LockInstance;
import io.github.lockstarter.redis.TwoServersOnSharedRedis;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.Tries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks for futures, on two servers that share a Redis.
 */
@Timeout(120)
class AsyncLocksIntegrationTests extends TwoServersOnSharedRedis {

	private static final ExecutorService APPLICATION = Executors.newFixedThreadPool(4,
			(task) -> new Thread(task, "application-task"));

	private final AsyncLockOperations locks = operations(first);

	@AfterAll
	static void stop() {
		APPLICATION.shutdownNow();
	}

	private static AsyncLockOperations operations(LockInstance instance) {
		return new AsyncLockTemplate(instance.locks().nonBlocking(),
				new ApplicationTasks(() -> APPLICATION, List::of, instance.locks().nonBlocking().callerThreads()));
	}

	@Test
	void lockIsHeldUntilTheStageIsCompleteAndTheCallerIsToldAfterwards() {
		CompletableFuture<String> work = new CompletableFuture<>();
		CompletableFuture<String> result = this.locks.execute(this.name, (lease) -> work);
		awaitHeld();
		assertThat(result).isNotDone();
		CompletableFuture<Boolean> freeWhenTold = result.thenApply((value) -> isFree());
		work.complete("done");
		assertThat(freeWhenTold.join()).isTrue();
		assertThat(result).isCompletedWithValue("done");
	}

	@Test
	void actionThatThrowsReleasesAndFailsTheCaller() {
		CompletableFuture<String> result = this.locks.execute(this.name, (lease) -> {
			throw new IOException("body");
		});
		assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
			.withCauseInstanceOf(IOException.class);
		assertThat(isFree()).isTrue();
	}

	@Test
	void actionWithoutAStageFailsAndReleases() {
		CompletableFuture<Object> result = this.locks.execute(this.name, (lease) -> null);
		assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join).withMessageContaining("null");
		assertThat(isFree()).isTrue();
	}

	@Test
	void actionRunsOnTheExecutorOfTheApplicationAndTheCallerIsToldOnThreadsForThat() {
		List<String> threads = new CopyOnWriteArrayList<>();
		this.locks.execute(this.name, (lease) -> {
			threads.add(Thread.currentThread().getName());
			assertThat(LockContext.current().map(Lease::fencingToken)).contains(lease.fencingToken());
			return new CompletableFuture<String>().completeOnTimeout("late", 1, TimeUnit.MILLISECONDS);
		}).thenRun(() -> threads.add(Thread.currentThread().getName())).join();
		this.locks.acquire(this.name).thenCompose((lease) -> {
			threads.add(Thread.currentThread().getName());
			return lease.release();
		}).thenRun(() -> threads.add(Thread.currentThread().getName())).join();
		assertThat(threads).hasSize(4);
		assertThat(threads.get(0)).isEqualTo("application-task");
		// what is over already is told on the thread that asks for it
		String self = Thread.currentThread().getName();
		assertThat(threads.subList(1, 4))
			.allMatch((thread) -> thread.equals(self) || thread.matches("distributed-lock-caller-\\d+"));
	}

	@Test
	void lockThatAnotherServerHoldsIsWaitedForWithoutAThread() {
		Lease held = second.locks().acquire(this.name);
		CompletableFuture<AsyncLease> waiting = this.locks.acquire(this.name);
		awaitWaiters(1);
		held.close();
		AsyncLease lease = waiting.join();
		assertThat(lease.fencingToken()).isGreaterThan(held.fencingToken());
		lease.close().join();
		assertThat(isFree()).isTrue();
	}

	@Test
	void heldLockIsRefusedWhenTheWaitIsOver() throws Throwable {
		try (Lease held = second.locks().acquire(this.name)) {
			LockRequest brief = LockRequest.of(this.name).waitTime(Duration.ofMillis(200));
			Tries.atMostThree(() -> assertThatExceptionOfType(CompletionException.class)
				.isThrownBy(() -> this.locks.acquire(brief).join())
				.withCauseInstanceOf(LockNotAcquiredException.class));
			assertThat(this.locks.tryAcquire(LockRequest.of(this.name).noWait()).join()).isEmpty();
		}
		assertThat(this.locks.tryAcquire(this.name).join()).isPresent().hasValueSatisfying(AsyncLease::release);
	}

	@Test
	void blankNameIsAFailedFuture() {
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> this.locks.acquire(" ").join())
			.withCauseInstanceOf(InvalidLockKeyException.class);
		assertThatExceptionOfType(CompletionException.class).isThrownBy(() -> this.locks.describe(" ").join())
			.withCauseInstanceOf(InvalidLockKeyException.class);
	}

	@Test
	void manyFuturesNeverOverlap() {
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger overlaps = new AtomicInteger();
		List<AsyncLockOperations> servers = List.of(this.locks, operations(second));
		CompletableFuture<?>[] calls = IntStream.range(0, 200)
			.mapToObj((i) -> servers.get(i % 2)
				.execute(LockRequest.of(this.name).waitTime(Duration.ofMinutes(1)).fair(i % 10 == 0),
						(lease) -> CompletableFuture.supplyAsync(() -> {
							overlaps.addAndGet(inside.getAndIncrement());
							return inside.decrementAndGet();
						})))
			.toArray(CompletableFuture[]::new);
		CompletableFuture.allOf(calls).join();
		assertThat(overlaps).hasValue(0);
		assertThat(isFree()).isTrue();
	}

	@Test
	void cancelWhileWaitingGivesUpAndLeavesNothingBehind() {
		Lease held = second.locks().acquire(this.name);
		CompletableFuture<AsyncLease> waiting = this.locks.acquire(this.name);
		awaitWaiters(1);
		waiting.cancel(true);
		awaitWaiters(0);
		held.close();
		assertThat(isFree()).isTrue();
	}

	@Test
	void cancelAtAnyTimeLeavesNothingLocked() {
		for (int i = 0; i < 200; i++) {
			CompletableFuture<AsyncLease> acquired = this.locks.acquire(this.name);
			CompletableFuture<Object> executed = this.locks.execute(this.name,
					(lease) -> CompletableFuture.supplyAsync(() -> "done", APPLICATION));
			LockSupport.parkNanos(i * 2_000L);
			acquired.cancel(true);
			executed.cancel(true);
			acquired.thenAccept(AsyncLease::releaseNow).exceptionally((ex) -> null).join();
			Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(this::isFree);
		}
	}

	@Test
	void cancelDuringTheActionCancelsItsStageAndReleases() throws Exception {
		CompletableFuture<String> work = new CompletableFuture<>();
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<String> result = this.locks.execute(this.name, (lease) -> {
			begun.countDown();
			return work;
		});
		begun.await();
		result.cancel(true);
		Awaitility.await().until(work::isCancelled);
		Awaitility.await().until(this::isFree);
	}

	@Test
	void cancelOfAResultlessActionReachesItsOwnStage() throws Exception {
		CompletableFuture<String> work = new CompletableFuture<>();
		CountDownLatch begun = new CountDownLatch(1);
		CompletableFuture<Void> result = this.locks.executeWithoutResult(this.name, (lease) -> {
			begun.countDown();
			return work;
		});
		begun.await();
		result.cancel(true);
		Awaitility.await().until(work::isCancelled);
		Awaitility.await().until(this::isFree);
	}

	@Test
	void stageThatIsCancelledReleasesAndCancelsTheCaller() {
		CompletableFuture<String> work = new CompletableFuture<>();
		CompletableFuture<String> result = this.locks.execute(this.name, (lease) -> work);
		awaitHeld();
		work.cancel(true);
		assertThatExceptionOfType(CancellationException.class).isThrownBy(result::join);
		assertThat(isFree()).isTrue();
	}

	@Test
	void lostLeaseFailsASuccessfulActionAndIsSuppressedInAFailedOne() {
		LockRequest shortLease = LockRequest.of(this.name).leaseTime(Duration.ofMillis(100));
		CompletableFuture<String> lost = this.locks.execute(shortLease, (lease) -> {
			CompletableFuture<String> work = new CompletableFuture<>();
			lease.onLost(() -> work.complete("too late"));
			return work;
		});
		assertThatExceptionOfType(CompletionException.class).isThrownBy(lost::join)
			.withCauseInstanceOf(LockLostException.class);
		CompletableFuture<String> failed = this.locks.execute(shortLease, (lease) -> {
			CompletableFuture<String> work = new CompletableFuture<>();
			lease.onLost(() -> work.completeExceptionally(new IllegalStateException("body")));
			return work;
		});
		assertThatExceptionOfType(CompletionException.class).isThrownBy(failed::join)
			.withCauseInstanceOf(IllegalStateException.class)
			.satisfies((ex) -> assertThat(ex.getCause().getSuppressed()).hasOnlyElementsOfType(LockLostException.class)
				.hasSize(1));
	}

	@Test
	void contextThatHoldsTheLockEntersItAgainAndOthersDoNot() {
		String told = this.locks.execute(this.name, (outer) -> {
			CompletableFuture<Token> inner = this.locks.execute(LockRequest.of(this.name).noWait(),
					(lease) -> CompletableFuture.completedFuture(new Token(lease.fencingToken())));
			return inner.thenCompose((token) -> {
				assertThat(token.value()).isEqualTo(outer.fencingToken());
				// another thread, without the context
				return CompletableFuture.supplyAsync(
						() -> this.locks.tryAcquire(LockRequest.of(this.name).noWait()).join().isEmpty(), APPLICATION);
			}).thenCompose((refused) -> {
				assertThat(refused).isTrue();
				return this.locks.within(outer).acquire(LockRequest.of(this.name).noWait());
			}).thenCompose((again) -> again.release().thenApply((released) -> {
				assertThat(outer.isHeld()).isTrue();
				return "re-entered";
			}));
		}).join();
		assertThat(told).isEqualTo("re-entered");
		assertThat(isFree()).isTrue();
	}

	@Test
	void blockingWorkInsideEntersTheLockOfTheAction() {
		Boolean held = this.locks.execute(this.name, (outer) -> {
			try (Lease inner = first.locks().acquire(LockRequest.of(this.name).noWait())) {
				return CompletableFuture.completedFuture(inner.fencingToken() == outer.fencingToken());
			}
		}).join();
		assertThat(held).isTrue();
		assertThat(isFree()).isTrue();
	}

	@Test
	void futureAskedForInsideBlockingWorkEntersItsLock() {
		first.locks().executeWithoutResult(this.name, (outer) -> {
			AsyncLease inner = this.locks.acquire(LockRequest.of(this.name).noWait()).join();
			assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
			inner.close().join();
			assertThat(outer.isHeld()).isTrue();
		});
		assertThat(isFree()).isTrue();
	}

	@Test
	void executorThatTakesNoTaskLeavesNothingLockedAndTheCallerIsTold() {
		AsyncLockOperations refused = new AsyncLockTemplate(first.locks().nonBlocking(), new ApplicationTasks(() -> {
			throw new RejectedExecutionException("full");
		}, List::of, first.locks().nonBlocking().callerThreads()));
		CompletableFuture<String> result = refused.execute(this.name,
				(lease) -> CompletableFuture.completedFuture("never"));
		assertThatExceptionOfType(CompletionException.class).isThrownBy(result::join)
			.withCauseInstanceOf(RejectedExecutionException.class);
		assertThat(isFree()).isTrue();
	}

	@Test
	void releasesOfAThousandLocksNeedNoThreadEach() {
		int before = Thread.activeCount();
		AtomicInteger most = new AtomicInteger();
		CompletableFuture<?>[] calls = IntStream.range(0, 1_000)
			.mapToObj((i) -> this.locks.execute(this.name + i, (lease) -> {
				most.accumulateAndGet(Thread.activeCount(), Math::max);
				return CompletableFuture.completedFuture(i);
			}))
			.toArray(CompletableFuture[]::new);
		CompletableFuture.allOf(calls).join();
		assertThat(most.get() - before).as("threads of a thousand calls").isLessThan(200);
	}

	@Test
	void stoppedInstanceRefusesWhoWaits() {
		LockInstance stopping = LockInstance.on(TestRedis.shared());
		AsyncLockOperations waiters = operations(stopping);
		Lease held = second.locks().acquire(this.name);
		CompletableFuture<AsyncLease> inRedis = waiters.acquire(this.name);
		CompletableFuture<AsyncLease> inTheQueue = waiters.acquire(this.name);
		awaitWaiters(1);
		stopping.close();
		for (CompletableFuture<AsyncLease> waiter : List.of(inRedis, inTheQueue, waiters.acquire(this.name))) {
			assertThatExceptionOfType(CompletionException.class).isThrownBy(waiter::join)
				.withCauseInstanceOf(LockUnavailableException.class);
		}
		held.close();
	}

	@Test
	void contextOfTheCallerIsCapturedAtTheCallAndNotAtTheGrant() throws Exception {
		ThreadLocal<String> user = new ThreadLocal<>();
		AtomicReference<String> seen = new AtomicReference<>();
		ApplicationTasks tasks = new ApplicationTasks(() -> APPLICATION, () -> List.of(carrying(user)),
				first.locks().nonBlocking().callerThreads());
		AsyncLockOperations locks = new AsyncLockTemplate(first.locks().nonBlocking(), tasks);
		Lease held = second.locks().acquire(this.name);
		user.set("ann");
		CountDownLatch ran = new CountDownLatch(1);
		locks.executeWithoutResult(this.name, (lease) -> {
			seen.set(user.get());
			ran.countDown();
			return CompletableFuture.completedFuture(null);
		});
		user.remove();
		held.close();
		assertThat(ran.await(120, TimeUnit.SECONDS)).isTrue();
		assertThat(seen).hasValue("ann");
	}

	private record Token(long value) {

	}

}
