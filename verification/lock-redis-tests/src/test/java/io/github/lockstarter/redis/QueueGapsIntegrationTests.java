package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

import io.lettuce.core.RedisClient;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A script keeps Redis from everybody else for as long as it walks: what it walks over is
 * bounded, however many have waited and given up. Counted in commands. Clients {@code a}
 * and {@code b} listen.
 */
@Timeout(120)
@Tag("gate")
class QueueGapsIntegrationTests {

	private static final long LEASE = 100_000;

	private static final long WAIT = 100_000;

	// as many as one script looks at
	private static final int LOOKS = 200;

	private final TestRedis redis = TestRedis.start();

	private final RedisClient client = RedisClient.create("redis://" + this.redis.host() + ":" + this.redis.port());

	private final RawLock lock = new RawLock(this.redis, "lock:gaps", "raw:%push:", LEASE);

	private final Queue<String> messages = new ConcurrentLinkedQueue<>();

	@BeforeEach
	void listen() {
		StatefulRedisPubSubConnection<String, String> listener = this.client.connectPubSub();
		listener.addListener(new RedisPubSubAdapter<>() {

			@Override
			public void message(String channel, String message) {
				QueueGapsIntegrationTests.this.messages.add(message);
			}

		});
		listener.sync().subscribe("raw:%push:a", "raw:%push:b");
	}

	@AfterEach
	void stop() {
		this.client.shutdown();
		this.redis.close();
	}

	@Test
	void thoseWhoGaveUpAreWalkedOverAsOne() {
		this.lock.acquire("a:0", LEASE, 0);
		this.lock.acquire("b:1", LEASE, WAIT);
		int before = this.lock.fields().size();
		giveUpOneAfterTheOther(300);
		this.lock.acquire("a:1", LEASE, WAIT);
		cancel("brief:", 296, 300);
		assertThat(this.lock.fields()).as("one more waiter, and the two ends of the gap").hasSize(before + 4);
		assertThat(this.lock.describe().queue()).isEqualTo(2);
		this.lock.release("a:0", 0);
		long commands = this.lock.commands();
		this.lock.release("b:1", 0);
		assertThat(this.lock.commands() - commands).isLessThan(20);
		assertThat(this.lock.describe().holder()).isEqualTo("a:1");
		assertThat(this.lock.fields()).as("nothing stays behind").doesNotContainKeys("h", "t").hasSize(6);
	}

	@Test
	void tailComesBackToTheLastWhoWaits() {
		this.lock.acquire("a:0", LEASE, 0);
		this.lock.acquire("b:1", LEASE, WAIT);
		Map<String, String> one = this.lock.fields();
		for (int i = 1; i <= 7; i++) {
			this.lock.acquire("brief:" + i, LEASE, WAIT);
		}
		for (int i : List.of(3, 5, 4, 1, 6, 2, 7)) {
			this.lock.cancel("brief:" + i, 0, RawLock.NO_CUTOFF);
		}
		assertThat(this.lock.fields()).isEqualTo(one);
		assertThat(this.lock.acquire("a:1", LEASE, WAIT).queue()).isEqualTo(2);
	}

	@Test
	void fairCallersThatWaitBrieflyLeaveNothingBehindALiveOne() throws Exception {
		LockRequest request = LockRequest.of("gaps").fair(true);
		try (LockInstance first = LockInstance.on(this.redis); LockInstance second = LockInstance.on(this.redis)) {
			Lease lease = first.locks().acquire(request);
			CompletableFuture<Lease> live = first.acquiring(request.waitTime(Duration.ofSeconds(100)));
			first.awaitWaiters("gaps", 1);
			List<CompletableFuture<Void>> callers = new ArrayList<>();
			for (int i = 0; i < 8; i++) {
				callers.add(CompletableFuture.runAsync(() -> {
					for (int times = 0; times < 20; times++) {
						waitBriefly(second, request.waitTime(Duration.ofMillis(20)));
					}
				}, (task) -> new Thread(task).start()));
			}
			for (CompletableFuture<Void> caller : callers) {
				caller.get(120, TimeUnit.SECONDS);
			}
			Awaitility.await().untilAsserted(() -> {
				Map<String, String> fields = this.lock.fields();
				assertThat(fields.get("t")).isNotNull().isEqualTo(fields.get("h"));
			});
			lease.close();
			live.get(120, TimeUnit.SECONDS).close();
		}
	}

	private static void waitBriefly(LockInstance instance, LockRequest request) {
		try {
			assertThat(instance.locks().tryAcquire(request)).isEmpty();
		}
		catch (LockUnavailableException ex) {
			// a busy machine has not answered in time
		}
	}

	/**
	 * More than one script looks at wait before the first that lives, or have left
	 * without a mark.
	 */
	@ParameterizedTest
	@EnumSource
	void scriptGoesNoFartherThanItMayAndWhoeverComesNextGoesOn(Before before) {
		this.lock.acquire("a:0", LEASE, 0);
		for (int i = 1; i <= 2 * LOOKS + 50; i++) {
			this.lock.acquire("deaf:" + i, LEASE, WAIT);
		}
		this.lock.acquire("a:1", LEASE, WAIT);
		this.lock.acquire("b:1", LEASE, WAIT);
		before.happen(this.redis);
		long commands = this.lock.commands();
		this.lock.release("a:0", 0);
		assertThat(this.lock.commands() - commands).isBetween(LOOKS + 0L, LOOKS * 6L);
		assertThat(this.lock.describe().status()).as("given to nobody yet").isEqualTo(Status.FREE);
		Awaitility.await().until(() -> this.messages.stream().anyMatch((message) -> message.startsWith("HINT b:1 ")));
		commands = this.lock.commands();
		StoreReply reply = this.lock.acquire("b:1", LEASE, WAIT);
		assertThat(this.lock.commands() - commands).isBetween(LOOKS + 0L, LOOKS * 6L);
		assertThat(reply.status()).isEqualTo(Status.WAIT);
		assertThat(List.of(reply.leaseMillis(), reply.queue())).as("to be asked again at once").containsExactly(0L, 1L);
		assertThat(this.lock.acquire("b:9", LEASE, 0).status()).as("who comes later does not overtake")
			.isEqualTo(Status.WAIT);
		assertThat(this.lock.describe().holder()).isEqualTo("a:1");
		assertThat(this.lock.ttl()).isPositive();
	}

	@Test
	void nextOfATurnWaitsBehindAQueueThatIsTooLong() {
		this.lock.acquire("a:0", LEASE, 0);
		for (int i = 1; i <= LOOKS + 50; i++) {
			this.lock.acquire("deaf:" + i, LEASE, WAIT);
		}
		StoreReply reply = this.lock.yieldTo("a:0", "a:1", LEASE, WAIT, RawLock.NO_CUTOFF);
		assertThat(reply.status()).isEqualTo(Status.WAIT);
		assertThat(List.of(reply.leaseMillis(), reply.queue())).as("to be asked again at once").containsExactly(0L, 1L);
		assertThat(this.lock.release("a:0", 0).status()).as("it owns nothing any more").isEqualTo(Status.ALREADY);
		assertThat(this.lock.acquire("a:1", LEASE, WAIT).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void minimumHoldBeforeAQueueThatIsTooLongKeepsTheKey() {
		this.lock.acquire("a:0", LEASE, 0);
		for (int i = 1; i <= LOOKS + 50; i++) {
			this.lock.acquire("deaf:" + i, LEASE, WAIT);
		}
		this.lock.acquire("a:1", LEASE, 10 * RawLock.RETENTION);
		this.redis.cli("HSET", "lock:gaps", "w", "0");
		Before.LEFT_WITHOUT_A_MARK.happen(this.redis);
		this.lock.release("a:0", 100);
		assertThat(this.lock.ttl()).as("as long as somebody waits").isGreaterThan(2 * RawLock.RETENTION);
	}

	@Test
	void whoHoldsTheLockIsSaidWithFewCommands() {
		this.lock.acquire("a:0", LEASE, 0);
		for (int i = 1; i <= LOOKS + 50; i++) {
			this.lock.acquire("a:" + i, LEASE, WAIT);
		}
		long commands = this.lock.commands();
		StoreReply described = this.lock.describe();
		assertThat(this.lock.commands() - commands).isLessThanOrEqualTo(6);
		assertThat(described.queue()).isEqualTo(LOOKS + 50);
	}

	/**
	 * A full memory refuses the first write of a script if that needs memory.
	 */
	@Test
	void whoGivesUpAndWhoReleasesIsNotRefusedByAFullMemory() {
		this.lock.acquire("a:0", LEASE, 0);
		for (int i = 1; i <= 6; i++) {
			this.lock.acquire("b:" + i, LEASE, WAIT);
		}
		this.redis.cli("CONFIG", "SET", "maxmemory", "1");
		for (int i : List.of(3, 4, 2, 6)) {
			assertThat(this.lock.cancel("b:" + i, 0, RawLock.NO_CUTOFF).status()).isEqualTo(Status.CANCELLED);
		}
		assertThat(this.lock.release("a:0", 0).status()).isEqualTo(Status.RELEASED);
		assertThat(this.lock.release("b:1", 100).status()).as("the head moves over a gap").isEqualTo(Status.RELEASED);
		assertThat(this.lock.fields()).containsKey("wb:5").doesNotContainKeys("wb:1", "wb:2", "wb:3", "wb:4", "wb:6");
	}

	/**
	 * Each joins before the one five before it leaves, so that the last one never leaves
	 * as the last.
	 */
	private void giveUpOneAfterTheOther(int count) {
		for (int i = 1; i <= count; i++) {
			this.lock.acquire("brief:" + i, LEASE, WAIT);
			cancel("brief:", i - 5, i - 5);
		}
	}

	private void cancel(String client, int from, int to) {
		for (int i = Math.max(from, 1); i <= to; i++) {
			this.lock.cancel(client + i, 0, RawLock.NO_CUTOFF);
		}
	}

	enum Before {

		/**
		 * They are there, and no message reaches them.
		 */
		DEAF {

			@Override
			void happen(TestRedis redis) {
			}

		},

		/**
		 * Scripts of the version before have taken them out.
		 */
		LEFT_WITHOUT_A_MARK {

			@Override
			void happen(TestRedis redis) {
				List<String> command = new ArrayList<>(List.of("HDEL", "lock:gaps"));
				for (Object field : (List<?>) redis.cli("HGETALL", "lock:gaps")) {
					if (String.valueOf(field).startsWith("wdeaf:")) {
						command.add((String) field);
						long ticket = 1_048_575 + Long.parseLong(((String) field).substring("wdeaf:".length()));
						command.add("q" + ticket);
					}
				}
				redis.cli(command.toArray(String[]::new));
			}

		};

		abstract void happen(TestRedis redis);

	}

}
