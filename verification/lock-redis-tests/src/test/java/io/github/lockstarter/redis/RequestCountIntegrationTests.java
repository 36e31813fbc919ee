package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What a lock costs Redis, by its own INFO commandstats.
 */
@Timeout(120)
class RequestCountIntegrationTests extends TwoServersOnOwnRedis {

	private static final LockRequest REQUEST = LockRequest.of("counted").waitTime(Duration.ofMinutes(1));

	// A poll would come after 3.5 seconds at the earliest.
	private static final LockSettings RARE_POLLS = LockInstance
		.settings((settings) -> settings.setPollInterval(Duration.ofSeconds(5)));

	RequestCountIntegrationTests() {
		super(RARE_POLLS, RARE_POLLS);
	}

	@BeforeEach
	void runEveryScriptOnce() {
		this.first.locks().acquire(REQUEST).close();
		this.first.locks().acquire(REQUEST.leaseTime(Duration.ofSeconds(5))).close();
		this.first.store().renew("counted", "nobody", 1).toCompletableFuture().join();
	}

	@Test
	void uncontendedPairIsTwoRequestsOfSevenCommands() {
		Map<String, Long> before = calls();
		this.first.locks().acquire(REQUEST).close();
		assertThat(since(before))
			.isEqualTo(Map.of("evalsha", 2L, "hmget", 2L, "time", 1L, "hset", 1L, "pexpire", 2L, "hdel", 1L));
	}

	@Test
	void reentrantPairCostsNothing() {
		try (Lease outer = this.first.locks().acquire(REQUEST)) {
			Map<String, Long> before = calls();
			this.first.locks().acquire(REQUEST).close();
			assertThat(since(before)).isEmpty();
		}
	}

	@Test
	void renewalOfLocksThatWereRenewedBeforeIsTwoCommandsEach() {
		long lease = leaseThatIsNotLookedAtNow();
		List<Renewal> told = new ArrayList<>();
		for (String name : List.of("a", "b", "c")) {
			String id = this.first.store().clientId() + ":" + name;
			this.first.store().acquire(name, id, lease, 0, LockStore.NO_LIMIT).toCompletableFuture().join();
			StoreReply reply = this.first.store().renew(name, id, lease).toCompletableFuture().join();
			told.add(new Renewal(name, id, lease, reply.serverNow() + lease));
			awaitNextMillisecond(reply.serverNow()); // so that the ends differ
		}
		Map<String, Long> before = calls();
		this.first.store().renew(told).forEach((each) -> each.toCompletableFuture().join());
		assertThat(since(before)).isEqualTo(Map.of("evalsha", 1L, "time", 1L, "hget", 3L, "hincrby", 3L));
	}

	private static void awaitNextMillisecond(long millis) {
		while (System.currentTimeMillis() <= millis + 1) {
			Thread.onSpinWait();
		}
	}

	/**
	 * In the first lease of each period the life of a key is set.
	 */
	private static long leaseThatIsNotLookedAtNow() {
		return LongStream.iterate(10_000, (lease) -> lease <= 36_000, (lease) -> lease + 1_000)
			.filter((lease) -> System.currentTimeMillis() % (16 * lease) > 2 * lease
					&& System.currentTimeMillis() % (16 * lease) < 15 * lease)
			.findFirst()
			.orElseThrow();
	}

	@Test
	void waiterOnAnotherServerIsHandedTheLockWithoutAPoll() throws Exception {
		Lease lease = this.first.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = this.second.acquiring(REQUEST);
		this.first.awaitWaiters("counted", 1);
		Map<String, Long> before = calls();
		lease.close();
		waiter.get(120, TimeUnit.SECONDS).close();
		Map<String, Long> after = since(before);
		assertThat(after).containsEntry("publish", 1L)
			.as("RELEASE and RELEASE; a RENEW between them if the machine was slow")
			.hasEntrySatisfying("evalsha", (calls) -> assertThat(calls).isBetween(2L, 3L));
	}

	@Test
	void waitersOfOneServerAreOneWaiterForRedis() throws Exception {
		Lease lease = this.first.locks().acquire(REQUEST);
		CompletableFuture<?>[] waiters = new CompletableFuture<?>[20];
		for (int i = 0; i < waiters.length; i++) {
			waiters[i] = new CompletableFuture<>();
			int number = i;
			new Thread(() -> {
				this.second.locks().acquire(REQUEST).close();
				waiters[number].complete(null);
			}).start();
		}
		this.first.awaitWaiters("counted", 1);
		assertThat(this.first.locks().describe("counted").orElseThrow().waiters()).isEqualTo(1);
		lease.close();
		CompletableFuture.allOf(waiters).get(120, TimeUnit.SECONDS);
	}

	/**
	 * The calls of each command so far, without those that only count or keep a
	 * connection alive.
	 */
	private Map<String, Long> calls() {
		Map<String, Long> calls = new TreeMap<>();
		this.redis.info("commandstats").forEach((name, stats) -> {
			String command = name.substring("cmdstat_".length());
			if (!command.equals("info") && !command.equals("ping")) {
				calls.put(command, Long.parseLong(stats.substring("calls=".length(), stats.indexOf(','))));
			}
		});
		return calls;
	}

	private Map<String, Long> since(Map<String, Long> before) {
		Map<String, Long> now = calls();
		now.replaceAll((command, count) -> count - before.getOrDefault(command, 0L));
		now.values().removeIf((count) -> count == 0);
		return now;
	}

}
