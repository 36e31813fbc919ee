package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.test.TestSeed;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Requests for several locks, on two servers that share a Redis.
 */
@Timeout(120)
class SeveralLocksIntegrationTests extends TwoServersOnSharedRedis {

	@Test
	void allAreHeldAndReleasedTogether() {
		LockRequest all = LockRequest.ofAll(name("b"), name("a"), name("b"));
		assertThat(all.names()).containsExactly(name("a"), name("b"));
		first.locks().executeWithoutResult(all, (lease) -> {
			assertThat(second.locks().describe(name("a")).orElseThrow().fencingToken())
				.isEqualTo(LockContext.current(name("a")).orElseThrow().fencingToken());
			assertThat(second.locks().tryAcquire(LockRequest.of(name("b")).noWait())).isEmpty();
			assertThat(LockContext.current(name("c"))).isEmpty();
			try (Lease again = first.locks().acquire(LockRequest.ofAll(name("a"), name("b")).noWait())) {
				assertThat(again.isHeld()).isTrue();
			}
			assertThat(lease.isHeld()).isTrue();
		});
		assertFree("a", "b");
	}

	@Test
	void oneThatIsHeldRefusesAllAndKeepsNone() {
		try (Lease held = second.locks().acquire(name("b"))) {
			assertThat(first.locks().tryAcquire(LockRequest.ofAll(name("a"), name("b"), name("c")).noWait())).isEmpty();
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> first.locks()
					.acquire(LockRequest.ofAll(name("a"), name("b"), name("c")).waitTime(Duration.ofMillis(200))))
				.satisfies((ex) -> assertThat(ex.getLockName()).isEqualTo(name("b")));
		}
		assertFree("a", "b", "c");
	}

	@Test
	void whoWaitsForALaterLockHoldsTheEarlierOnesOnly() throws Exception {
		Lease held = second.locks().acquire(name("b"));
		CompletableFuture<Lease> waiter = CompletableFuture.supplyAsync(() -> first.locks()
			.acquire(LockRequest.ofAll(name("a"), name("b"), name("c")).waitTime(Duration.ofMinutes(1))));
		second.awaitWaiters(name("b"), 1);
		assertThat(second.locks().describe(name("a"))).isPresent();
		assertThat(second.locks().describe(name("c"))).isEmpty();
		held.close();
		Lease all = waiter.get(120, TimeUnit.SECONDS);
		assertThat(all.isHeld()).isTrue();
		all.close();
		assertFree("a", "b", "c");
	}

	@Test
	void lossOfOneIsTheLossOfAll() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> first.locks()
				.executeWithoutResult(LockRequest.ofAll(name("a"), name("b")),
						(lease) -> second.locks().forceRelease(name("b"))))
			.satisfies((ex) -> assertThat(ex.getLockName()).isEqualTo(name("b")));
		assertFree("a", "b");
	}

	@Test
	void randomSetsOfLocksNeverOverlapNorWaitForEachOtherInACircle() throws Exception {
		long seed = TestSeed.of(1);
		Map<String, AtomicInteger> inside = new ConcurrentHashMap<>();
		AtomicInteger overlaps = new AtomicInteger();
		List<Thread> threads = new ArrayList<>();
		AtomicInteger done = new AtomicInteger();
		for (int i = 0; i < 8; i++) {
			LockInstance instance = (i % 2 == 0) ? first : second;
			Random random = new Random(seed + i);
			threads.add(new Thread(() -> {
				for (int round = 0; round < 25; round++) {
					List<String> names = new ArrayList<>(List.of(name("a"), name("b"), name("c"), name("d")));
					Collections.shuffle(names, random);
					List<String> some = names.subList(0, 1 + random.nextInt(4));
					LockRequest request = LockRequest.ofAll(some).waitTime(Duration.ofMinutes(1));
					instance.locks().executeWithoutResult(request, (lease) -> {
						some.forEach((name) -> overlaps
							.addAndGet(inside.computeIfAbsent(name, (key) -> new AtomicInteger()).getAndIncrement()));
						Thread.yield();
						some.forEach((name) -> inside.get(name).decrementAndGet());
					});
					done.incrementAndGet();
				}
			}));
		}
		threads.forEach(Thread::start);
		for (Thread thread : threads) {
			thread.join();
		}
		assertThat(overlaps).hasValue(0);
		assertThat(done).hasValue(200);
		assertFree("a", "b", "c", "d");
	}

	private String name(String suffix) {
		return this.name + ":" + suffix;
	}

	private void assertFree(String... suffixes) {
		for (String suffix : suffixes) {
			// what a refused caller gives back was sent before it was told
			Awaitility.await(suffix).until(() -> second.locks().describe(name(suffix)).isEmpty());
		}
	}

}
