package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.core.LockSettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Permits on a quorum, by the recipe of its page.
 */
@Timeout(120)
class NumberedLocksIntegrationTests {

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofMinutes(2)));

	private final ThreeMasters masters = new ThreeMasters();

	private final List<LockInstance> instances = new ArrayList<>();

	private final ExecutorService threads = Executors.newCachedThreadPool();

	private final AtomicInteger inside = new AtomicInteger();

	private final AtomicInteger most = new AtomicInteger();

	private final Semaphore mayLeave = new Semaphore(0);

	@AfterEach
	void stop() {
		this.threads.shutdownNow();
		this.instances.forEach(LockInstance::close);
		this.masters.close();
	}

	@Test
	void noMoreThanTheNumberedLocksAreHeldAtOnceAndAllOfThemAre() throws Exception {
		NumberedLocks here = instance();
		NumberedLocks there = instance();
		List<CompletableFuture<?>> calls = new ArrayList<>();
		CountDownLatch begun = new CountDownLatch(8);
		for (int i = 0; i < 8; i++) {
			NumberedLocks exporting = (i % 2 == 0) ? here : there;
			calls.add(CompletableFuture.runAsync(() -> {
				begun.countDown();
				exporting.export("tenant");
			}, this.threads));
		}
		begun.await();
		Awaitility.await().atMost(Duration.ofMinutes(1)).until(() -> this.inside.get() == 3);
		this.mayLeave.release(8);
		CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).get(100, TimeUnit.SECONDS);
		assertThat(this.most.get()).isEqualTo(3);
	}

	private NumberedLocks instance() {
		LockInstance instance = this.masters.instance(SETTINGS, Duration.ZERO);
		this.instances.add(instance);
		return new NumberedLocks(instance.locks()) {

			@Override
			void write(String tenant, Lease lease) {
				NumberedLocksIntegrationTests.this.most
					.accumulateAndGet(NumberedLocksIntegrationTests.this.inside.incrementAndGet(), Math::max);
				NumberedLocksIntegrationTests.this.mayLeave.acquireUninterruptibly();
				lease.ensureHeld();
				NumberedLocksIntegrationTests.this.inside.decrementAndGet();
			}

		};
	}

}
