package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Commands find the node that has their slot, also while it moves, and are executed once.
 */
@Timeout(120)
@Tag("gate")
class ClusterRoutingIntegrationTests {

	private static final long LEASE = 30_000;

	private final TestRedisCluster cluster = SharedCluster.get();

	private LockInstance first;

	private LockInstance second;

	@BeforeEach
	void start() {
		this.first = SharedCluster.instance(this.cluster, LockInstance.DEFAULTS);
		this.second = SharedCluster.instance(this.cluster, LockInstance.DEFAULTS);
	}

	@AfterEach
	void stop() {
		this.first.close();
		this.second.close();
	}

	@Test
	void locksAreOnAllMastersAndEachTellsItsWaiters() throws Exception {
		for (TestRedis master : this.cluster.masters()) {
			String name = SharedCluster.nameOn(this.cluster, master, "spread:");
			awaitPush(name);
			Lease lease = this.first.locks().acquire(name);
			assertThat(master.cli("TYPE", "lock:" + name)).isEqualTo("hash");
			CompletableFuture<Lease> waiter = this.second
				.acquiring(LockRequest.of(name).fair(true).waitTime(Duration.ofMinutes(1)));
			this.first.awaitWaiters(name, 1);
			Map<String, Long> before = calls(master);
			lease.close();
			waiter.get(120, TimeUnit.SECONDS).close();
			Map<String, Long> after = calls(master);
			assertThat(after.get("publish") - before.getOrDefault("publish", 0L)).isEqualTo(1);
		}
	}

	@Test
	void movedSlotIsFound() {
		for (int i = 0; i < 3; i++) {
			String name = "moved:" + i;
			int slot = SharedCluster.slot(name);
			Lease lease = this.first.locks().acquire(name);
			this.cluster.moveSlot(slot, SharedCluster.another(this.cluster, slot));
			assertThat(answer(this.second.store().describe(name)).status()).isEqualTo(StoreReply.Status.HELD);
			assertThat(this.second.acquires(LockRequest.of(name).waitTime(Duration.ZERO))).isFalse();
			assertThat(lease.isHeld()).isTrue();
			lease.close();
			assertThat(this.second.acquires(LockRequest.of(name))).isTrue();
		}
	}

	@Test
	void lockOnASlotThatIsMovingIsAskedForWhereItIsGoing() {
		String held = "moving";
		LockStore store = this.first.store();
		String id = store.clientId() + ":1";
		int slot = SharedCluster.slot(held);
		TestRedis target = SharedCluster.another(this.cluster, slot);
		this.cluster.moveSlot(slot, target, () -> {
			target.cli("SCRIPT", "FLUSH");
			assertThat(acquire(store, held, id)).as("new on a node that does not know the script")
				.isEqualTo(StoreReply.Status.OWNED);
			assertThat(target.cli("CLUSTER", "COUNTKEYSINSLOT", Integer.toString(slot))).isEqualTo("1");
			assertThat(answer(store.renew(held, id, LEASE)).status()).isEqualTo(StoreReply.Status.OWNED);
			target.cli("SCRIPT", "FLUSH");
			List<CompletionStage<StoreReply>> renewed = store.renew(List.of(new Renewal(held, id, LEASE)));
			assertThat(answer(renewed.get(0)).status()).isEqualTo(StoreReply.Status.OWNED);
			assertThat(answer(store.describe(held)).status()).isEqualTo(StoreReply.Status.HELD);
			assertThat(acquire(this.second.store(), held, this.second.store().clientId() + ":1"))
				.isEqualTo(StoreReply.Status.WAIT);
		});
		assertThat(answer(store.release(held, id, 0)).status()).isEqualTo(StoreReply.Status.RELEASED);
	}

	@Test
	void commandsOfOthersDoNotComeBetweenAskingAndWhatIsAsked() {
		String held = "asked";
		LockStore store = this.first.store();
		int slot = SharedCluster.slot(held);
		TestRedis target = SharedCluster.another(this.cluster, slot);
		String beside = SharedCluster.nameOn(this.cluster, target, "beside:");
		this.cluster.moveSlot(slot, target, () -> {
			String before = String.valueOf(target.info("errorstats").get("errorstat_MOVED"));
			List<CompletionStage<StoreReply>> replies = new ArrayList<>();
			// as many at a time as a busy machine answers within one command timeout
			Semaphore window = new Semaphore(200);
			for (int i = 0; i < 4_000; i++) {
				window.acquireUninterruptibly();
				CompletionStage<StoreReply> reply = store.describe((i % 2 == 0) ? held : beside);
				replies.add(reply.whenComplete((answer, failure) -> window.release()));
			}
			assertThat(replies)
				.allSatisfy((reply) -> assertThat(answer(reply).status()).isEqualTo(StoreReply.Status.FREE));
			assertThat(String.valueOf(target.info("errorstats").get("errorstat_MOVED"))).as("sent back by the target")
				.isEqualTo(before);
		});
	}

	@Test
	void eachChannelIsSubscribedOnOneNodeSoThatAMessageComesOnce() {
		List<String> channels = new ArrayList<>();
		for (TestRedis master : this.cluster.masters()) {
			for (LockInstance instance : List.of(this.first, this.second)) {
				Awaitility.await().until(() -> channels(master, instance).size() == 1);
				channels.addAll(channels(master, instance));
			}
		}
		assertThat(channels).hasSize(6).doesNotHaveDuplicates();
	}

	private static List<String> channels(TestRedis master, LockInstance instance) {
		return ((List<?>) Objects
			.requireNonNull(master.cli("PUBSUB", "CHANNELS", "lock:%push:*" + instance.store().clientId()))).stream()
			.map(String::valueOf)
			.toList();
	}

	@Test
	void renewalsOfOneBatchGoToTheirNodes() {
		LockStore store = this.first.store();
		List<Renewal> batch = new ArrayList<>();
		for (int i = 0; i < 30; i++) {
			batch.add(new Renewal("batch:" + i, store.clientId() + ":" + i, LEASE));
			assertThat(acquire(store, "batch:" + i, store.clientId() + ":" + i)).isEqualTo(StoreReply.Status.OWNED);
		}
		assertThat(store.renew(batch)).allSatisfy((reply) -> assertThat(answer(reply).leaseMillis()).isEqualTo(LEASE));
		batch.forEach((renewal) -> answer(store.release(renewal.name(), renewal.id(), 0)));
	}

	@Test
	void holderIsKnownWhereverItsLabelIs() {
		try (Lease lease = this.first.locks().acquire("labelled")) {
			assertThat(lease.isHeld()).isTrue();
			Awaitility.await()
				.untilAsserted(() -> assertThat(this.second.locks().describe("labelled")).map(LockInfo::holder)
					.contains("test@host:1"));
		}
	}

	@Test
	void holderIsKnownWhereItsLabelHasMoved() {
		try (Lease lease = this.first.locks().acquire("labelled")) {
			assertThat(lease.isHeld()).isTrue();
			Awaitility.await().until(() -> isLabelled("labelled"));
			int slot = ClusterNodes.slotOf(new LockKeys("lock").holderLabel(this.first.store().clientId()));
			this.cluster.moveSlot(slot, SharedCluster.another(this.cluster, slot));
			assertThat(isLabelled("labelled")).isTrue();
		}
	}

	private boolean isLabelled(String name) {
		return this.second.locks().describe(name).map(LockInfo::holder).filter("test@host:1"::equals).isPresent();
	}

	@Test
	void uncontendedPairIsTwoRequests() {
		this.first.locks().acquire("counted").close();
		long before = evals();
		this.first.locks().acquire("counted").close();
		assertThat(evals() - before).isEqualTo(2);
	}

	@Test
	void storeNamesTheCluster() {
		assertThat(this.first.store().label()).isEqualTo(
				"Redis Cluster at 127.0.0.1:" + this.cluster.masters().get(this.cluster.masters().size() - 1).port());
	}

	private void awaitPush(String name) {
		Awaitility.await().until(() -> this.second.store().isPushAvailable(name));
	}

	private long evals() {
		return this.cluster.masters()
			.stream()
			.mapToLong((master) -> calls(master).getOrDefault("evalsha", 0L) + calls(master).getOrDefault("eval", 0L))
			.sum();
	}

	private static Map<String, Long> calls(TestRedis redis) {
		Map<String, Long> calls = new TreeMap<>();
		redis.info("commandstats")
			.forEach((name, stats) -> calls.put(name.substring("cmdstat_".length()),
					Long.parseLong(stats.substring("calls=".length(), stats.indexOf(',')))));
		return calls;
	}

	private static StoreReply.Status acquire(LockStore store, String name, String id) {
		return answer(store.acquire(name, id, LEASE, 0, LockStore.NO_LIMIT)).status();
	}

	private static StoreReply answer(CompletionStage<StoreReply> stage) {
		return stage.toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
	}

}
