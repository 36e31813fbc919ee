package io.github.lockstarter.compatibility;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

import org.springframework.aop.support.AopUtils;
import org.springframework.context.ApplicationContext;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

/**
 * What locks are for, on two servers.
 */
final class TwoServers {

	private static final Duration PATIENCE = Duration.ofSeconds(20);

	private final Registration registration;

	private final LockOperations first;

	private final LockOperations second;

	TwoServers(ApplicationContext first, ApplicationContext second) {
		this.registration = first.getBean(Registration.class);
		this.first = first.getBean(LockOperations.class);
		this.second = second.getBean(LockOperations.class);
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
		CompatibilityApplication.report("annotation");
	}

	void heldLockIsRefused() {
		LockRequest request = LockRequest.of("contended").noWait();
		try (Lease lease = this.first.acquire(request)) {
			this.second.acquire(request);
			throw new IllegalStateException("two holders");
		}
		catch (LockNotAcquiredException ex) {
			CompatibilityApplication.report("contention");
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
		CompatibilityApplication.report("hand-over");
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
			CompatibilityApplication.report("loss");
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

	private static void check(boolean asItShouldBe, String otherwise) {
		if (!asItShouldBe) {
			throw new IllegalStateException(otherwise);
		}
	}

}
