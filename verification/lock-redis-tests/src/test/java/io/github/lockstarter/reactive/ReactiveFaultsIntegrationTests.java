package io.github.lockstarter.reactive;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.reactivestreams.Publisher;
import org.reactivestreams.Subscription;
import reactor.core.Disposable;
import reactor.core.publisher.BaseSubscriber;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.redis.TwoServersOnSharedRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;

/**
 * Reactive work whose executor, context, publisher or subscriber does not do what it
 * should. Nothing stays locked, and the subscriber is told.
 */
@Timeout(120)
@Tag("gate")
class ReactiveFaultsIntegrationTests extends TwoServersOnSharedRedis {

	// Short enough to be waited for, long enough for a look at it on a busy machine.
	private static final Duration LEASE = Duration.ofSeconds(3);

	private static final Duration WAIT_PAST_A_LEASE = Duration.ofSeconds(15);

	private static final Duration PATIENCE = Duration.ofSeconds(120);

	private static final ExecutorService APPLICATION = Executors.newFixedThreadPool(2,
			(task) -> new Thread(task, "application-task"));

	@AfterAll
	static void stop() {
		APPLICATION.shutdownNow();
	}

	private static ReactiveLockOperations operations(Executor executor) {
		return operations(executor, UnaryOperator.identity());
	}

	private static ReactiveLockOperations operations(Executor executor, UnaryOperator<Runnable> decorator) {
		return new ReactiveLockTemplate(first.locks().nonBlocking(), new ApplicationTasks(() -> executor,
				() -> List.of(decorator), first.locks().nonBlocking().callerThreads()));
	}

	@Test
	void executorThatRunsTasksOnTheThreadOfTheGrantRunsNothing() {
		Mono<Object> result = operations(Runnable::run).execute(this.name, (lease) -> fail("runs"));
		assertThatExceptionOfType(RejectedExecutionException.class).isThrownBy(result::block);
		assertThat(isFree()).isTrue();
	}

	@Test
	void whatComesAfterAReleaseAndAQuestionHasTheContextOfTheSubscriber() {
		ThreadLocal<String> context = new ThreadLocal<>();
		ReactiveLockOperations operations = operations(APPLICATION, carrying(context));
		context.set("mine");
		List<String> seen = new CopyOnWriteArrayList<>();
		Mono<Void> steps = operations.acquire(this.name)
			.flatMap((lease) -> lease.release())
			.doOnSuccess((nothing) -> seen.add("released " + context.get()));
		steps.block(Duration.ofSeconds(120));
		operations.describe(this.name)
			.doOnSuccess((info) -> seen.add("described " + context.get()))
			.block(Duration.ofSeconds(120));
		assertThat(seen).containsExactly("released mine", "described mine");
	}

	@Test
	void contextThatCannotBeCapturedOrRestoredIsAnErrorSignal() {
		Mono<Object> notCaptured = operations(APPLICATION, (task) -> {
			throw new IllegalStateException("no context");
		}).execute(this.name, (lease) -> fail("runs"));
		assertThatException().isThrownBy(notCaptured::block).withMessageContaining("no context");
		Flux<Object> notRestored = operations(APPLICATION, (task) -> () -> {
			throw new IllegalStateException("no context");
		}).executeMany(this.name, (lease) -> fail("runs"));
		assertThatException().isThrownBy(notRestored::blockLast).withMessageContaining("no context");
		assertThat(isFree()).isTrue();
	}

	@Test
	void decoratorThatDoesNotRunTheWorkLeavesNothingLocked() {
		Mono<Object> result = operations(APPLICATION, (task) -> () -> {
		}).execute(this.name, (lease) -> fail("runs"));
		assertThatException().isThrownBy(() -> result.block(PATIENCE)).withMessageContaining("decorator");
		assertThat(isFree()).isTrue();
	}

	@Test
	void decoratorThatRunsTheWorkTooLateAsksForNothing() {
		List<Runnable> kept = new CopyOnWriteArrayList<>();
		Mono<Object> result = operations(APPLICATION, (task) -> () -> kept.add(task)).execute(this.name,
				(lease) -> fail("runs"));
		assertThatException().isThrownBy(() -> result.block(PATIENCE)).withMessageContaining("decorator");
		kept.forEach(Runnable::run);
		assertThat(isFree()).isTrue();
	}

	@Test
	void decoratorThatRunsTheWorkTwiceDoesNotEndItsLease() throws Exception {
		CountDownLatch ranTwice = new CountDownLatch(1);
		CompletableFuture<Integer> work = new CompletableFuture<>();
		CompletableFuture<Integer> result = operations(APPLICATION, (task) -> () -> {
			task.run();
			task.run();
			ranTwice.countDown();
		}).execute(this.name, (lease) -> Mono.fromFuture(work)).toFuture();
		await(ranTwice);
		assertThat(isFree()).isFalse();
		work.complete(1);
		assertThat(result.get(120, TimeUnit.SECONDS)).isEqualTo(1);
		assertThat(isFree()).isTrue();
	}

	@Test
	void whoCancelsWhileTheContextCannotBeRestoredLeavesNothingLocked() {
		CountDownLatch restoring = new CountDownLatch(1);
		CountDownLatch cancelled = new CountDownLatch(1);
		Disposable work = operations(APPLICATION, (task) -> () -> {
			restoring.countDown();
			await(cancelled);
			throw new IllegalStateException("no context");
		}).execute(this.name, (lease) -> fail("runs")).subscribe();
		await(restoring);
		assertThat(isFree()).isFalse();
		work.dispose();
		cancelled.countDown();
		Awaitility.await().until(this::isFree);
	}

	@Test
	void missingRequestIsAnErrorSignal() {
		ReactiveLockOperations locks = operations(APPLICATION);
		Mono<ReactiveLease> acquired = locks.acquire((LockRequest) null);
		assertThatException().isThrownBy(acquired::block);
		Mono<Object> executed = locks.execute((LockRequest) null, (lease) -> Mono.just(1));
		assertThatException().isThrownBy(executed::block);
		Mono<ReactiveLease> nameless = locks.acquire((String) null);
		assertThatException().isThrownBy(nameless::block);
	}

	@Test
	void leaseThatEndsInTheQueueOfTheExecutorIsAskedForAgain() {
		ExecutorService busy = Executors.newSingleThreadExecutor();
		CountDownLatch blocking = new CountDownLatch(1);
		busy.execute(() -> await(blocking));
		try {
			CompletableFuture<Boolean> told = operations(busy)
				.execute(shortLease(PATIENCE), (lease) -> Mono.fromSupplier(lease::isHeld))
				.toFuture();
			awaitGranted();
			Lease between = second.locks().acquire(this.name); // after that lease
			blocking.countDown();
			awaitWaiters(1);
			assertThat(told).isNotDone();
			between.close();
			assertThat(told).succeedsWithin(PATIENCE).isEqualTo(true);
		}
		finally {
			busy.shutdownNow();
		}
	}

	// waits for a whole wait time; AsyncFaultsIntegrationTests has the same
	@Tag("slow")
	@Test
	void leaseThatAnotherHasWhenTheExecutorIsFreeIsNotAcquired() {
		ExecutorService busy = Executors.newSingleThreadExecutor();
		CountDownLatch blocking = new CountDownLatch(1);
		busy.execute(() -> await(blocking));
		try {
			CompletableFuture<Object> told = operations(busy)
				.execute(shortLease(WAIT_PAST_A_LEASE), (lease) -> fail("runs"))
				.toFuture();
			awaitGranted();
			try (Lease between = second.locks().acquire(this.name)) {
				blocking.countDown();
				assertThat(told).failsWithin(PATIENCE)
					.withThrowableThat()
					.withCauseInstanceOf(LockNotAcquiredException.class);
			}
		}
		finally {
			busy.shutdownNow();
		}
	}

	@Test
	void leaseThatEndsBeforeItsSubscriberAsksForItIsAcquiredAgain() throws Exception {
		BlockingQueue<ReactiveLease> leases = new LinkedBlockingQueue<>();
		AtomicReference<Subscription> subscription = new AtomicReference<>();
		operations(APPLICATION).acquire(shortLease(PATIENCE)).subscribe(new BaseSubscriber<>() {

			@Override
			protected void hookOnSubscribe(Subscription begun) {
				subscription.set(begun);
			}

			@Override
			protected void hookOnNext(ReactiveLease lease) {
				leases.add(lease);
			}

		});
		awaitGranted();
		second.locks().acquire(this.name).close(); // after that lease
		assertThat(leases).isEmpty();
		subscription.get().request(1);
		ReactiveLease lease = leases.poll(120, TimeUnit.SECONDS);
		assertThat(lease).isNotNull();
		assertThat(lease.isHeld()).isTrue();
		lease.release().block();
		assertThat(isFree()).isTrue();
	}

	private LockRequest shortLease(Duration wait) {
		return LockRequest.of(this.name).leaseTime(LEASE).waitTime(wait);
	}

	@Test
	void publisherThatFailsToBeCancelledReleases() {
		Publisher<Integer> stubborn = (subscriber) -> subscriber.onSubscribe(new Subscription() {

			@Override
			public void request(long count) {
			}

			@Override
			public void cancel() {
				throw new IllegalStateException("cannot be cancelled");
			}

		});
		for (Publisher<Integer> work : List.of(operations(APPLICATION).execute(this.name, (lease) -> stubborn),
				operations(APPLICATION).executeMany(this.name, (lease) -> stubborn))) {
			BaseSubscriber<Integer> subscriber = new BaseSubscriber<>() {
			};
			work.subscribe(subscriber);
			Awaitility.await().until(() -> !isFree());
			try {
				subscriber.cancel();
			}
			catch (IllegalStateException ex) {
				assertThat(ex).hasMessage("cannot be cancelled");
			}
			Awaitility.await().until(this::isFree);
		}
	}

	@Test
	void whoCancelsAtOnceAsksForNothing() {
		AtomicBoolean ran = new AtomicBoolean();
		operations(APPLICATION).execute(this.name, (lease) -> {
			ran.set(true);
			return Mono.just(1);
		}).subscribe(new BaseSubscriber<>() {

			@Override
			protected void hookOnSubscribe(Subscription subscription) {
				subscription.cancel();
			}

		});
		assertThat(isFree()).isTrue();
		assertThat(ran).isFalse();
	}

	@Test
	void cancelDuringTheReleaseReleasesOnceAndTellsNobody() {
		AtomicBoolean told = new AtomicBoolean();
		for (int i = 0; i < 50; i++) {
			Disposable[] running = new Disposable[1];
			CountDownLatch subscribed = new CountDownLatch(1);
			Flux<Integer> work = operations(APPLICATION).executeMany(this.name, (lease) -> Flux.just(1, 2));
			running[0] = work.subscribe((value) -> {
				await(subscribed);
				if (value == 2) { // the end comes next
					APPLICATION.execute(running[0]::dispose);
				}
			}, (failure) -> told.set(true));
			subscribed.countDown();
			Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(1)).until(this::isFree);
		}
		assertThat(told).isFalse();
	}

	@Test
	void contextOfTheSubscriberIsThereForTheWorkAndForWhatFollows() {
		ThreadLocal<String> user = new ThreadLocal<>();
		ReactiveLockOperations locks = operations(APPLICATION, carrying(user));
		user.set("ann");
		try {
			String seen = locks
				.execute(this.name, (lease) -> Mono.just(user.get() + " inside").delayElement(Duration.ofMillis(1)))
				.map((value) -> value + ", " + user.get() + " after")
				.block();
			assertThat(seen).isEqualTo("ann inside, ann after");
		}
		finally {
			user.remove();
		}
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
