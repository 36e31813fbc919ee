package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BiFunction;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestSeed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Several servers with several threads each on one lock: never two inside, and fencing
 * tokens in the order of entry.
 */
@Timeout(120)
class ContentionIntegrationTests {

	private static final int SERVERS = 3;

	private static final int THREADS = 5;

	private static final int ROUNDS = 120;

	private final String name = "contended:" + UUID.randomUUID();

	private final List<LockInstance> servers = new ArrayList<>();

	private final AtomicInteger inside = new AtomicInteger();

	private final AtomicInteger most = new AtomicInteger();

	private final AtomicInteger acquired = new AtomicInteger();

	private final Queue<Long> tokens = new ConcurrentLinkedQueue<>();

	@AfterEach
	void stop() {
		this.servers.forEach(LockInstance::close);
	}

	@Test
	void cohortsOfSeveralServersNeverOverlap() throws Exception {
		contend(LockInstance.settings((settings) -> settings.getCohort().setMaxPasses(16)),
				(random, request) -> request);
		assertThat(this.acquired).hasValue(SERVERS * THREADS * ROUNDS);
	}

	@Test
	void withoutPassingNobodyOverlapsEither() throws Exception {
		contend(LockInstance.settings((settings) -> settings.getCohort().setMaxPasses(0)),
				(random, request) -> request);
		assertThat(this.acquired).hasValue(SERVERS * THREADS * ROUNDS);
	}

	@Test
	void confirmedHandOffsNeverOverlap() throws Exception {
		contend(LockInstance.settings((settings) -> settings.getHandOff().setConfirm(true)),
				(random, request) -> request);
		assertThat(this.acquired).hasValue(SERVERS * THREADS * ROUNDS);
	}

	@Test
	void fairRequestsAreAllServed() throws Exception {
		contend(LockInstance.DEFAULTS, (random, request) -> request.fair(true));
		assertThat(this.acquired).hasValue(SERVERS * THREADS * ROUNDS);
	}

	@Test
	void allKindsOfRequestsMixNeverOverlap() throws Exception {
		contend(LockInstance.DEFAULTS, (random, request) -> switch (random.nextInt(6)) {
			case 0 -> request.noWait();
			case 1 -> request.fair(true);
			case 2 -> request.leaseTime(Duration.ofSeconds(10));
			case 3 -> request.waitTime(Duration.ofMillis(1 + random.nextInt(5)));
			case 4 -> request.minHold(Duration.ofMillis(random.nextInt(3)));
			default -> request;
		});
		assertThat(this.acquired).hasValueGreaterThan(ROUNDS);
	}

	private void contend(LockSettings settings, BiFunction<Random, LockRequest, LockRequest> kind) throws Exception {
		long seed = TestSeed.of(1);
		List<CompletableFuture<Void>> all = new ArrayList<>();
		for (int server = 0; server < SERVERS; server++) {
			LockInstance instance = LockInstance.on(TestRedis.shared(), settings);
			this.servers.add(instance);
			for (int thread = 0; thread < THREADS; thread++) {
				Random random = new Random(seed + server * 100 + thread);
				all.add(running(() -> {
					for (int round = 0; round < ROUNDS; round++) {
						LockRequest request = LockRequest.of(this.name).waitTime(Duration.ofSeconds(60));
						instance.locks().tryAcquire(kind.apply(random, request)).ifPresent(this::work);
					}
				}));
			}
		}
		CompletableFuture.allOf(all.toArray(CompletableFuture<?>[]::new)).get(120, TimeUnit.SECONDS);
		assertThat(this.most).as("seed " + seed).hasValue(1);
		assertThat(List.copyOf(this.tokens)).as("seed " + seed).isSorted().doesNotHaveDuplicates();
		assertNothingIsLeft();
	}

	private void work(Lease lease) {
		this.most.accumulateAndGet(this.inside.incrementAndGet(), Math::max);
		this.tokens.add(lease.fencingToken());
		this.acquired.incrementAndGet();
		this.inside.decrementAndGet();
		lease.close();
	}

	private void assertNothingIsLeft() {
		RawLock raw = new RawLock(TestRedis.shared(), "lock:" + this.name, "lock:%push:");
		Awaitility.await().untilAsserted(() -> {
			Map<String, String> fields = raw.fields();
			assertThat(fields).containsKey("o");
			if (fields.get("o").startsWith("!")) {
				// the end of the last minimum hold, which nobody came to see
				fields.keySet().removeAll(Set.of("x", "b"));
			}
			assertThat(fields.keySet()).contains("o", "f").isSubsetOf("o", "f", "p");
		});
		assertThat(raw.ttl()).isPositive();
	}

	private static CompletableFuture<Void> running(Runnable work) {
		CompletableFuture<Void> done = new CompletableFuture<>();
		new Thread(() -> {
			try {
				work.run();
				done.complete(null);
			}
			catch (Throwable ex) {
				done.completeExceptionally(ex);
			}
		}).start();
		return done;
	}

}
