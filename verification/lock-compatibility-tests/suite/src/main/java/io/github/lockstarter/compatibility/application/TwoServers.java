package io.github.lockstarter.compatibility.application;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.springframework.aop.support.AopUtils;
import org.springframework.context.ApplicationContext;
import reactor.core.publisher.Flux;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.AsyncLockOperations;
import io.github.lockstarter.reactive.ReactiveLockContext;
import io.github.lockstarter.reactive.ReactiveLockOperations;

/**
 * What locks are for, on two servers.
 */
final class TwoServers {

	// Of a busy machine. Half of it is less than a poll.
	private static final Duration PATIENCE = Duration.ofSeconds(100);

	private final Registration registration;

	private final LockOperations first;

	private final LockOperations second;

	private final AsyncLockOperations futures;

	private final ReactiveLockOperations publishers;

	private final String where;

	TwoServers(ApplicationContext first, ApplicationContext second, String where) {
		this.registration = first.getBean(Registration.class);
		this.first = first.getBean(LockOperations.class);
		this.second = second.getBean(LockOperations.class);
		this.futures = first.getBean(AsyncLockOperations.class);
		this.publishers = first.getBean(ReactiveLockOperations.class);
		this.where = where;
	}

	void annotatedMethodExcludesTheOtherServer() {
		check(AopUtils.isCglibProxy(this.registration), "the service is no subclass proxy");
		LockRequest same = LockRequest.of("users:ann").noWait();
		String name = this.registration.register("ann", () -> {
			check(this.second.tryAcquire(same).isEmpty(), "the other server is inside as well");
			return LockContext.current().orElseThrow().name();
		});
		check(name.equals("users:ann"), name);
		this.second.acquire(same).close();
		report("annotation");
	}

	void futureHoldsItsLockUntilItIsComplete() throws Exception {
		LockRequest same = LockRequest.of("users:bob").noWait();
		CompletableFuture<String> work = new CompletableFuture<>();
		CompletableFuture<String> registered = this.registration.registerLater("bob", work);
		awaitHeld("users:bob");
		check(this.second.tryAcquire(same).isEmpty(), "the other server is inside as well");
		work.complete("done");
		check(registered.get(PATIENCE.toSeconds(), TimeUnit.SECONDS).equals("done"), "another result");
		this.second.acquire(same).close();
		this.futures.executeWithoutResult(same, (lease) -> {
			check(Thread.currentThread().getName().startsWith("task-"), Thread.currentThread().getName());
			return CompletableFuture.completedFuture(LockContext.current().orElseThrow());
		}).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
		report("future");
	}

	void publisherHoldsItsLockUntilItIsComplete() {
		LockRequest same = LockRequest.of("users:cid").noWait();
		String name = this.registration
			.registerReactively("cid", ReactiveLockContext.current()
				.doOnNext(
						(lease) -> check(this.second.tryAcquire(same).isEmpty(), "the other server is inside as well"))
				.map(Lease::name))
			.block(PATIENCE);
		check("users:cid".equals(name), String.valueOf(name));
		this.second.acquire(same).close();
		check(this.publishers.executeMany(same, (lease) -> Flux.range(0, 3))
			.count()
			.blockOptional(PATIENCE)
			.orElse(0L) == 3, "results are missing");
		report("reactor");
	}

	void severalKeysAreOneLock() {
		this.registration.registerAll(List.of("eve", "dan"), () -> {
			check(this.second.tryAcquire(LockRequest.of("users:dan").noWait()).isEmpty(), "dan is free");
			check(this.second.tryAcquire(LockRequest.of("users:eve").noWait()).isEmpty(), "eve is free");
			check(LockContext.current("users:eve").orElseThrow().fencingToken() > 0, "no token");
		});
		this.second.acquire(LockRequest.ofAll("users:dan", "users:eve").noWait()).close();
		report("several keys");
	}

	private void awaitHeld(String name) {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (this.second.describe(name).isEmpty()) {
			check(System.nanoTime() - end < 0, "nobody holds " + name);
			LockSupport.parkNanos(1_000_000);
		}
	}

	void heldLockIsRefused() {
		LockRequest request = LockRequest.of("contended").noWait();
		try (Lease lease = this.first.acquire(request)) {
			this.second.acquire(request);
			throw new IllegalStateException("two holders");
		}
		catch (LockNotAcquiredException ex) {
			report("contention");
		}
	}

	/**
	 * Waiters poll once a minute here: what arrives sooner was pushed.
	 */
	void lockIsHandedOver() throws Exception {
		Lease lease = this.first.acquire("handed over");
		CompletableFuture<Lease> waiter = new CompletableFuture<>();
		new Thread(() -> waiter.complete(this.second.acquire(LockRequest.of("handed over").waitTime(PATIENCE))))
			.start();
		awaitWaiter("handed over");
		lease.close();
		Lease next = waiter.get(PATIENCE.toSeconds() / 2, TimeUnit.SECONDS);
		check(next.fencingToken() > lease.fencingToken(), "the fencing token has not grown");
		next.release();
		report("hand-over");
	}

	void lossIsTold() {
		CountDownLatch told = new CountDownLatch(1);
		LockRequest request = LockRequest.of("lost").leaseTime(Duration.ofMillis(200));
		try {
			this.first.executeWithoutResult(request, (lease) -> {
				lease.onLost(told::countDown);
				check(told.await(PATIENCE.toSeconds(), TimeUnit.SECONDS), "nobody told");
				this.second.acquire("lost").close();
			});
			throw new IllegalStateException("the loss was swallowed");
		}
		catch (LockLostException ex) {
			report("loss");
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void awaitWaiter(String name) {
		long end = System.nanoTime() + PATIENCE.toNanos();
		while (this.first.describe(name).map(LockInfo::waiters).orElse(0) == 0) {
			check(System.nanoTime() - end < 0, "nobody waits for " + name);
			LockSupport.parkNanos(1_000_000);
		}
	}

	private void report(String what) {
		CompatibilityApplication.report((what + " " + this.where).strip());
	}

	private static void check(boolean asItShouldBe, String otherwise) {
		if (!asItShouldBe) {
			throw new IllegalStateException(otherwise);
		}
	}

}
