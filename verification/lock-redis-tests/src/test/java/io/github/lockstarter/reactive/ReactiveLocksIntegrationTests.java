package io.github.lockstarter.reactive;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import reactor.core.Disposable;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;
import reactor.core.publisher.Sinks;
import reactor.core.scheduler.Schedulers;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.redis.LockInstance;
import io.github.lockstarter.redis.TwoServersOnSharedRedis;
import io.github.lockstarter.test.Tries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Locks for reactive code, on two servers that share a Redis.
 */
@Timeout(120)
class ReactiveLocksIntegrationTests extends TwoServersOnSharedRedis {

	private static final ExecutorService APPLICATION = Executors.newFixedThreadPool(4,
			(task) -> new Thread(task, "application-task"));

	private final ReactiveLockOperations locks = operations(first);

	@AfterAll
	static void stop() {
		APPLICATION.shutdownNow();
	}

	private static ReactiveLockOperations operations(LockInstance instance) {
		return new ReactiveLockTemplate(instance.locks().nonBlocking(),
				new ApplicationTasks(() -> APPLICATION, List::of, instance.locks().nonBlocking().callerThreads()));
	}

	@Test
	void nothingHappensBeforeTheSubscriptionAndEachOneIsAnAcquisition() {
		Mono<Long> token = this.locks.execute(this.name, (lease) -> Mono.just(lease.fencingToken()));
		assertThat(isFree()).isTrue();
		long before = token.block();
		assertThat(token.block()).isGreaterThan(before);
		assertThat(isFree()).isTrue();
	}

	@Test
	void lockIsHeldUntilTheMonoCompletesAndTheValueComesAfterTheRelease() {
		Sinks.One<String> work = Sinks.one();
		Mono<Boolean> freeWhenTold = this.locks.execute(this.name, (lease) -> work.asMono()).map((value) -> isFree());
		CompletableFuture<Boolean> told = freeWhenTold.toFuture();
		awaitHeld();
		assertThat(told).isNotDone();
		work.tryEmitValue("done");
		assertThat(told.join()).isTrue();
	}

	@Test
	void resultsOfAFluxArePassedOnUnderTheLockAndItsEndAfterTheRelease() {
		List<Boolean> free = this.locks.executeMany(this.name, (lease) -> Flux.range(0, 3))
			.map((value) -> isFree())
			.concatWith(Mono.fromCallable(this::isFree))
			.collectList()
			.block();
		assertThat(free).containsExactly(false, false, false, true);
	}

	@Test
	void whatTheWorkCleansUpBeforeItsEndIsUnderTheLockAndDoFinallyIsNot() {
		List<String> held = new CopyOnWriteArrayList<>();
		this.locks
			.execute(this.name,
					(lease) -> Mono
						.usingWhen(Mono.just("resource"), Mono::just,
								(resource) -> Mono.fromRunnable(() -> held.add("usingWhen " + lease.isHeld())))
						.doOnTerminate(() -> held.add("doOnTerminate " + lease.isHeld()))
						.doFinally((signal) -> held.add("doFinally " + lease.isHeld())))
			.block();
		Awaitility.await().until(() -> held.size() == 3);
		assertThat(held).containsExactly("usingWhen true", "doOnTerminate true", "doFinally false");
	}

	@Test
	void demandIsPassedOn() {
		AtomicInteger made = new AtomicInteger();
		List<Integer> taken = this.locks
			.executeMany(this.name, (lease) -> Flux.range(0, 1_000).doOnNext((value) -> made.incrementAndGet()))
			.limitRate(1)
			.take(3)
			.collectList()
			.block();
		assertThat(taken).containsExactly(0, 1, 2);
		assertThat(made.get()).isLessThan(10);
		Awaitility.await().until(this::isFree);
	}

	@Test
	void errorOfTheWorkReleasesAndIsPassedOn() {
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(
				() -> this.locks.execute(this.name, (lease) -> Mono.error(new IllegalStateException("body"))).block());
		assertThat(isFree()).isTrue();
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> this.locks.executeMany(this.name, (lease) -> {
				throw new IllegalArgumentException("body");
			}).blockLast());
		assertThat(isFree()).isTrue();
		assertThatExceptionOfType(NullPointerException.class)
			.isThrownBy(() -> this.locks.execute(this.name, (lease) -> null).block())
			.withMessageContaining("null instead of a publisher");
		assertThat(isFree()).isTrue();
	}

	@Test
	void emptyWorkIsEmpty() {
		assertThat(this.locks.execute(this.name, (lease) -> Mono.empty()).blockOptional()).isEmpty();
		assertThat(this.locks.executeWithoutResult(this.name, (lease) -> Flux.range(0, 5)).blockOptional()).isEmpty();
		assertThat(isFree()).isTrue();
	}

	@Test
	void workBeginsOnTheExecutorOfTheApplicationAndItsEndIsToldOnThreadsForThat() {
		String thread = this.locks
			.execute(this.name, (lease) -> Mono.fromCallable(() -> Thread.currentThread().getName()))
			.block();
		assertThat(thread).isEqualTo("application-task");
		String told = this.locks.execute(this.name, (lease) -> Mono.delay(Duration.ofMillis(1)))
			.map((value) -> Thread.currentThread().getName())
			.block();
		assertThat(told).startsWith("distributed-lock-caller-");
		String refused = this.locks.execute(LockRequest.of(this.name), (lease) -> Mono.never())
			.timeout(Duration.ofMillis(100), Schedulers.boundedElastic())
			.onErrorReturn("timed out")
			.block()
			.toString();
		assertThat(refused).isEqualTo("timed out");
		Awaitility.await().until(this::isFree);
	}

	@Test
	void contextHasTheLeaseAndEntersItsLockAgain() {
		String other = this.name + ":other";
		Long token = this.locks.execute(this.name,
				(outer) -> this.locks.execute(other,
						(lease) -> Mono.delay(Duration.ofMillis(1))
							.then(ReactiveLockContext.current(this.name))
							.flatMap((found) -> {
								assertThat(found.fencingToken()).isEqualTo(outer.fencingToken());
								return this.locks.execute(LockRequest.of(this.name).noWait(),
										(again) -> ReactiveLockContext.current().map(Lease::fencingToken));
							})))
			.block();
		assertThat(token).isPositive();
		assertThat(ReactiveLockContext.current().block()).isNull();
		assertThat(isFree()).isTrue();
	}

	@Test
	void chainWithoutTheContextDoesNotEnter() {
		Boolean refused = this.locks.execute(this.name,
				(outer) -> Mono.fromFuture(() -> this.locks.tryAcquire(LockRequest.of(this.name).noWait())
					.hasElement()
					.map((acquired) -> !acquired)
					.subscribeOn(Schedulers.boundedElastic())
					.toFuture()))
			.block();
		assertThat(refused).isTrue();
	}

	@Test
	void blockingHolderThatSubscribesEntersItsLock() {
		first.locks().executeWithoutResult(this.name, (outer) -> {
			assertThat(LockContext.current()).isPresent();
			assertThat(
					this.locks.execute(LockRequest.of(this.name).noWait(), (lease) -> Mono.just(lease.fencingToken()))
						.block())
				.isEqualTo(outer.fencingToken());
		});
		assertThat(isFree()).isTrue();
	}

	@Test
	void heldLockIsAnErrorOrEmpty() throws Throwable {
		LockRequest request = LockRequest.of(this.name).waitTime(Duration.ofMillis(100));
		try (Lease held = second.locks().acquire(this.name)) {
			assertRefused(this.locks.execute(request, (lease) -> Mono.just(1)));
			assertRefused(this.locks.acquire(request));
			Tries.atMostThree(
					() -> assertThat(this.locks.tryAcquire(request).materialize().block().isOnComplete()).isTrue());
			assertThat(this.locks.describe(this.name).block().fencingToken()).isEqualTo(held.fencingToken());
		}
		assertThat(this.locks.describe(this.name).block()).isNull();
		assertThat(this.locks.tryAcquire(request).flatMap(ReactiveLease::close).block()).isNull();
		assertThat(isFree()).isTrue();
	}

	private static void assertRefused(Mono<?> call) throws Throwable {
		Tries.atMostThree(() -> assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(call::block));
	}

	@Test
	void blankNameIsAnErrorSignal() {
		Mono<ReactiveLease> acquired = this.locks.acquire(" ");
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(acquired::block);
		Mono<Object> described = this.locks.describe(" ").cast(Object.class);
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(described::block);
	}

	@Test
	void lossIsAnErrorSignal() {
		LockRequest shortLease = LockRequest.of(this.name).leaseTime(Duration.ofMillis(100));
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.locks.execute(shortLease, (lease) -> lossOf(lease).thenReturn("late")).block());
		assertThatExceptionOfType(LockLostException.class).isThrownBy(
				() -> this.locks.executeMany(shortLease, (lease) -> lossOf(lease).thenMany(Flux.just(1))).blockLast());
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> this.locks
				.execute(shortLease, (lease) -> lossOf(lease).then(Mono.error(new IllegalStateException("body"))))
				.block())
			.satisfies((ex) -> assertThat(ex.getSuppressed()).hasAtLeastOneElementOfType(LockLostException.class));
	}

	private static Mono<Void> lossOf(ReactiveLease lease) {
		return Mono.create((sink) -> lease.onLost(sink::success));
	}

	@Test
	void cancelWhileWaitingLeavesNothingBehind() {
		Lease held = second.locks().acquire(this.name);
		Disposable waiting = this.locks.execute(this.name, (lease) -> Mono.just(1)).subscribe();
		awaitWaiters(1);
		waiting.dispose();
		awaitWaiters(0);
		held.close();
		assertThat(isFree()).isTrue();
	}

	@Test
	void cancelDuringTheWorkCancelsItAndReleases() throws Exception {
		CountDownLatch begun = new CountDownLatch(1);
		CountDownLatch cancelled = new CountDownLatch(1);
		Disposable running = this.locks
			.execute(this.name,
					(lease) -> Mono.never()
						.doOnSubscribe((subscription) -> begun.countDown())
						.doOnCancel(cancelled::countDown))
			.subscribe();
		begun.await();
		running.dispose();
		assertThat(cancelled.await(120, TimeUnit.SECONDS)).isTrue();
		Awaitility.await().until(this::isFree);
	}

	@Test
	void cancelWhileTheWorkIsBeingMadeReleasesWhenThatHasEnded() throws Exception {
		CountDownLatch making = new CountDownLatch(1);
		CountDownLatch goOn = new CountDownLatch(1);
		Disposable running = this.locks.execute(this.name, (lease) -> {
			making.countDown();
			goOn.await();
			return Mono.never();
		}).subscribe();
		making.await();
		running.dispose();
		assertThat(isFree()).as("code runs under the lock").isFalse();
		goOn.countDown();
		Awaitility.await().until(this::isFree);
	}

	@Test
	void cancelAtAnyTimeLeavesNothingLocked() {
		for (int i = 0; i < 200; i++) {
			Disposable work = this.locks.execute(this.name, (lease) -> Mono.just(1).publishOn(Schedulers.parallel()))
				.subscribe();
			Disposable many = this.locks.executeMany(this.name, (lease) -> Flux.range(0, 10)).subscribe();
			Disposable lease = this.locks.acquire(this.name).flatMap(ReactiveLease::release).subscribe();
			spin(i * 3_000L);
			work.dispose();
			many.dispose();
			if (i % 2 == 0) {
				Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(lease::isDisposed);
			}
			lease.dispose();
			Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(this::isFree);
		}
	}

	@Test
	void manySubscriptionsNeverOverlap() {
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger overlaps = new AtomicInteger();
		List<ReactiveLockOperations> servers = List.of(this.locks, operations(second));
		Flux.range(0, 200)
			.flatMap((i) -> servers.get(i % 2)
				.execute(LockRequest.of(this.name).waitTime(Duration.ofMinutes(1)), (lease) -> Mono.fromCallable(() -> {
					overlaps.addAndGet(inside.getAndIncrement());
					Thread.yield();
					return inside.decrementAndGet();
				}).subscribeOn(Schedulers.parallel())), 200)
			.blockLast();
		assertThat(overlaps).hasValue(0);
		assertThat(isFree()).isTrue();
	}

	@Test
	void executorThatTakesNoTaskLeavesNothingLockedAndTheSubscriberIsTold() {
		ReactiveLockOperations refused = new ReactiveLockTemplate(first.locks().nonBlocking(),
				new ApplicationTasks(() -> {
					throw new RejectedExecutionException("full");
				}, List::of, first.locks().nonBlocking().callerThreads()));
		assertThatExceptionOfType(RejectedExecutionException.class)
			.isThrownBy(() -> refused.execute(this.name, (lease) -> Mono.just(1)).block());
		assertThat(isFree()).isTrue();
	}

	private static void spin(long nanos) {
		long end = System.nanoTime() + nanos;
		while (System.nanoTime() - end < 0) {
			Thread.onSpinWait();
		}
	}

}
