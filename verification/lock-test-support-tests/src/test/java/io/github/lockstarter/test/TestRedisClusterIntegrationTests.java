package io.github.lockstarter.test;

import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class TestRedisClusterIntegrationTests {

	private static TestRedisCluster cluster;

	@BeforeAll
	static void start() {
		cluster = TestRedisCluster.start(3, 1);
		replaceDeadMasters(false);
	}

	/**
	 * On a busy machine a master seems dead that is not.
	 */
	private static void replaceDeadMasters(boolean wanted) {
		cluster.nodes()
			.forEach((node) -> node.cli("CONFIG", "SET", "cluster-replica-no-failover", wanted ? "no" : "yes"));
	}

	@AfterAll
	static void close() {
		cluster.close();
	}

	@Test
	@Order(1)
	void slotsAreSharedByTheMasters() {
		List<TestRedis> masters = cluster.masters();
		assertThat(masters).hasSize(3);
		assertThat(cluster.replicas()).hasSize(3);
		assertThat(cluster.masterOf(0)).isSameAs(masters.get(0));
		assertThat(cluster.masterOf(8_000)).isSameAs(masters.get(1));
		assertThat(cluster.masterOf(TestRedisCluster.SLOTS - 1)).isSameAs(masters.get(2));
	}

	@Test
	@Order(2)
	void slotOfAKeyIsThatOfRedis() {
		for (String key : List.of("lock:a", "lock:{order}:1", "{}x", "lock:\u00fc", "a{b", "")) {
			String byRedis = String.valueOf(cluster.masters().get(0).cli("CLUSTER", "KEYSLOT", key));
			assertThat(TestRedisCluster.slot(key)).as(key).isEqualTo(Integer.parseInt(byRedis));
		}
	}

	@Test
	@Order(3)
	void newMasterOfASlotHasAHigherEpochThanTheOldOneWhateverItHadHeard() {
		TestRedis from = cluster.masters().get(2);
		TestRedis to = cluster.masters().get(1);
		// whoever alone has the greatest epoch never takes another one
		to.cli("CLUSTER", "BUMPEPOCH");
		Awaitility.await().until(() -> epoch(from, "cluster_current_epoch") >= epoch(to));
		// several, for of two nodes that take the same epoch one takes another afterwards
		for (int slot = 12_000; slot < 12_008; slot++) {
			cluster.moveSlot(slot, to, () -> awaitBumped(from));
			assertThat(epoch(to)).isGreaterThan(epoch(from));
			assertThat(cluster.masterOf(slot)).isSameAs(to);
		}
	}

	/**
	 * It takes a greater epoch only when it has heard of one that is as great as its own.
	 */
	private static void awaitBumped(TestRedis node) {
		Awaitility.await()
			.untilAsserted(() -> assertThat(String.valueOf(node.cli("CLUSTER", "BUMPEPOCH"))).startsWith("BUMPED"));
	}

	private static long epoch(TestRedis node, String which) {
		return String.valueOf(node.cli("CLUSTER", "INFO"))
			.lines()
			.filter((line) -> line.startsWith(which + ":"))
			.mapToLong((line) -> Long.parseLong(line.substring(line.indexOf(':') + 1)))
			.findFirst()
			.orElseThrow();
	}

	private static long epoch(TestRedis node) {
		return epoch(node, "cluster_my_epoch");
	}

	@Test
	@Order(4)
	void movedSlotTakesItsKeysAlong() {
		int slot = TestRedisCluster.slot("moved");
		TestRedis from = cluster.masterOf(slot);
		TestRedis to = cluster.masters().stream().filter((master) -> master != from).findFirst().orElseThrow();
		from.cli("SET", "moved", "1");
		cluster.moveSlot(slot, to,
				() -> assertThatIllegalStateException().isThrownBy(() -> from.cli("GET", "moved:{moved}:not there"))
					.withMessageContaining("ASK " + slot));
		assertThat(cluster.masterOf(slot)).isSameAs(to);
		assertThat(to.cli("GET", "moved")).isEqualTo("1");
		assertThatIllegalStateException().isThrownBy(() -> from.cli("GET", "moved")).withMessageContaining("MOVED");
	}

	@Test
	@Order(5)
	void replicaOfAKilledMasterIsPromoted() {
		TestRedis master = cluster.masters().get(0);
		TestRedis replica = cluster.replicas().get(0);
		replaceDeadMasters(true);
		master.kill();
		cluster.awaitPromotion(replica);
		cluster.awaitWhole();
		assertThat(cluster.masterOf(5_000)).isSameAs(replica);
	}

	@Test
	@Order(6)
	void failoverOnRequestPromotesTheReplica() {
		TestRedis replica = cluster.replicas().get(1);
		cluster.failover(replica);
		assertThat(cluster.masterOf(8_000)).isSameAs(replica);
	}

}
