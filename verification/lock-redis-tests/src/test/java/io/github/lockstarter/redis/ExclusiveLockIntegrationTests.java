package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockTemplate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class ExclusiveLockIntegrationTests extends TwoServersOnSharedRedis {

	@Test
	void heldLockRefusesAnotherServerAndIsFreeAfterTheRelease() {
		LockRequest request = LockRequest.of(this.name).noWait();
		long begin = System.nanoTime();
		try (Lease lease = first.locks().acquire(request)) {
			assertThat(lease.isHeld()).isTrue();
			assertThat(lease.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(30));
			assertThat(lease.remaining().plusNanos(System.nanoTime() - begin)).isGreaterThan(Duration.ofSeconds(29));
			assertThat(second.locks().tryAcquire(request)).isEmpty();
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> second.locks().acquire(request))
				.withMessageContaining(this.name)
				.satisfies((ex) -> assertThat(ex.getLockName()).isEqualTo(this.name));
		}
		assertThat(second.locks().tryAcquire(request)).hasValueSatisfying(Lease::close);
	}

	@Test
	void fencingTokenGrowsWithEachHolderAndStaysForReentry() {
		long last = 0;
		for (LockTemplate locks : List.of(first.locks(), second.locks(), first.locks())) {
			try (Lease outer = locks.acquire(this.name); Lease inner = locks.acquire(this.name)) {
				assertThat(outer.fencingToken()).isGreaterThan(last);
				assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
				last = outer.fencingToken();
			}
		}
	}

	@Test
	void waiterOnAnotherServerGetsTheLockByPush() throws Exception {
		Lease lease = first.locks().acquire(this.name);
		CompletableFuture<Lease> waiter = CompletableFuture
			.supplyAsync(() -> second.locks().acquire(LockRequest.of(this.name).waitTime(Duration.ofMinutes(1))));
		awaitWaiters(1);
		lease.close();
		Lease handed = waiter.get(120, TimeUnit.SECONDS);
		assertThat(handed.fencingToken()).isGreaterThan(lease.fencingToken());
		handed.close();
	}

	@Test
	void manyThreadsOnTwoServersNeverOverlap() throws Exception {
		AtomicInteger inside = new AtomicInteger();
		AtomicInteger most = new AtomicInteger();
		List<CompletableFuture<?>> all = new ArrayList<>();
		CountDownLatch start = new CountDownLatch(1);
		for (int i = 0; i < 8; i++) {
			LockTemplate locks = (i % 2 == 0) ? first.locks() : second.locks();
			CompletableFuture<Void> done = new CompletableFuture<>();
			all.add(done);
			new Thread(() -> {
				try {
					start.await();
					for (int n = 0; n < 100; n++) {
						locks.executeWithoutResult(LockRequest.of(this.name).waitTime(Duration.ofMinutes(1)),
								(lease) -> {
									most.accumulateAndGet(inside.incrementAndGet(), Math::max);
									inside.decrementAndGet();
								});
					}
					done.complete(null);
				}
				catch (Throwable ex) {
					done.completeExceptionally(ex);
				}
			}).start();
		}
		start.countDown();
		CompletableFuture.allOf(all.toArray(new CompletableFuture<?>[0])).get(120, TimeUnit.SECONDS);
		assertThat(most).hasValue(1);
	}

	@Test
	void fixedLeaseEndsWhileTheWorkGoesOnAndTheHolderIsTold() throws Exception {
		LockRequest request = LockRequest.of(this.name).leaseTime(Duration.ofMillis(200));
		CountDownLatch told = new CountDownLatch(1);
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> first.locks().executeWithoutResult(request, (lease) -> {
				lease.onLost(told::countDown);
				assertThat(told.await(120, TimeUnit.SECONDS)).isTrue();
				assertThat(lease.isHeld()).isFalse();
				assertThat(lease.remaining()).isZero();
			}))
			.withMessageContaining("fixed lease time of 200ms expired");
		try (Lease next = second.locks().acquire(this.name)) {
			assertThat(next.isHeld()).isTrue();
		}
	}

	@Test
	void fixedLeaseIsNotLongerWhenItIsHandedOver() throws Exception {
		Lease lease = first.locks().acquire(this.name);
		CompletableFuture<Lease> waiter = CompletableFuture.supplyAsync(() -> second.locks()
			.acquire(LockRequest.of(this.name).waitTime(Duration.ofMinutes(1)).leaseTime(Duration.ofMillis(300))));
		awaitWaiters(1);
		lease.close();
		assertThat(waiter.get(120, TimeUnit.SECONDS).remaining()).isLessThan(Duration.ofMillis(300));
	}

	@Test
	void minimumHoldKeepsTheNameTakenAfterANormalReturnOnly() {
		LockRequest request = LockRequest.of(this.name).minHold(Duration.ofMinutes(1)).noWait();
		assertThatExceptionOfType(IllegalStateException.class)
			.isThrownBy(() -> first.locks().executeWithoutResult(request, (lease) -> {
				throw new IllegalStateException("failed");
			}));
		first.locks().executeWithoutResult(request, (lease) -> {
		});
		assertThat(second.locks().tryAcquire(request)).isEmpty();
		assertThat(first.locks().tryAcquire(request)).isEmpty();
		assertThat(first.locks().forceRelease(this.name)).isTrue();
		assertThat(second.locks().tryAcquire(request)).hasValueSatisfying(Lease::releaseNow);
	}

	@Test
	void forceReleaseByTokenTakesNothingFromTheNextHolder() {
		Lease former = first.locks().acquire(this.name);
		former.close();
		Lease lease = first.locks().acquire(this.name);
		assertThat(second.locks().forceRelease(this.name, former.fencingToken())).isFalse();
		assertThat(second.locks().forceRelease(this.name, 0)).isFalse();
		assertThat(lease.isHeld()).isTrue();
		assertThat(second.locks().describe(this.name)).isPresent();
		assertThat(second.locks().forceRelease(this.name, lease.fencingToken())).isTrue();
		assertThat(second.locks().describe(this.name)).isEmpty();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::close).withMessageContaining("taken away");
	}

	@Test
	void forcedReleaseIsKnownAtOnceInTheApplicationOfTheHolder() throws Exception {
		LockRequest fixed = LockRequest.of(this.name).leaseTime(Duration.ofMinutes(10)).waitTime(Duration.ofMinutes(1));
		Lease lease = first.locks().acquire(fixed);
		assertThat(first.locks().forceRelease(this.name)).isTrue();
		first.acquiring(fixed).get(120, TimeUnit.SECONDS).close();
		assertThat(lease.isHeld()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::close).withMessageContaining("taken away");
	}

	@Test
	void describeNamesTheHolderAndForceReleaseTellsIt() {
		Lease lease = first.locks().acquire(this.name);
		LockInfo info = second.locks().describe(this.name).orElseThrow();
		assertThat(info.holder()).isEqualTo("test@host:1");
		assertThat(info.fencingToken()).isEqualTo(lease.fencingToken());
		assertThat(info.waiters()).isZero();
		assertThat(second.locks().forceRelease(this.name)).isTrue();
		assertThat(second.locks().forceRelease(this.name)).isFalse();
		assertThat(second.locks().describe(this.name)).isEmpty();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::close).withMessageContaining("taken away");
		lease.close();
	}

}
