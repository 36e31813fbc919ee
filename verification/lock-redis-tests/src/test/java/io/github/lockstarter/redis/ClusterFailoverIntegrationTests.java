package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A master of a cluster that dies, hangs or steps down, and its replica that takes over.
 */
// a cluster takes seconds for a failover
@Tag("slow")
@Timeout(120)
class ClusterFailoverIntegrationTests {

	private static final Duration LONG = Duration.ofSeconds(40);

	// Longer than the cluster takes; a renewal is due while it decides.
	private static final LockSettings SETTINGS = LockInstance.settings(
			(settings) -> settings.setLeaseTime(Duration.ofSeconds(15)).setCommandTimeout(Duration.ofMillis(300)));

	private TestRedisCluster cluster;

	private TestRedis master;

	private TestRedis replica;

	private LockInstance first;

	private LockInstance second;

	private LockRequest request;

	@BeforeEach
	void start() {
		this.cluster = TestRedisCluster.start(3, 1);
		this.master = this.cluster.masters().get(0);
		this.replica = this.cluster.replicas().get(0);
		this.request = LockRequest.of(SharedCluster.nameOn(this.cluster, this.master, "failover:")).waitTime(LONG);
		this.first = SharedCluster.instance(this.cluster, SETTINGS, "first");
		this.second = SharedCluster.instance(this.cluster, SETTINGS, "second");
	}

	@AfterEach
	void stop() {
		this.first.close();
		this.second.close();
		this.cluster.close();
	}

	@Test
	void replicatedLockLivesOnWhenItsMasterDiesAndOtherMastersRefuseNothing() throws Exception {
		try (Others others = new Others()) {
			takeOver(this.master::kill);
			others.assertServed();
		}
	}

	@Test
	void masterThatHangsIsLeftAndNotUsedWhenItComesBackAsAReplica() throws Exception {
		takeOver(this.master::pause);
		this.master.resume();
		await().until(() -> "up".equals(this.master.info("replication").get("master_link_status")));
		awaitConnections(this.master, 0);
		assertThat(this.first.acquires(this.request)).isTrue();
		assertThat(this.second.acquires(this.request)).isTrue();
	}

	@Test
	void lockOfAMasterThatHangsIsGrantedByItsReplicaAndOtherMastersRefuseNothing(TestReporter reporter)
			throws Exception {
		try (Others others = new Others()) {
			this.master.pause();
			CompletableFuture<Lease> asked = this.first.acquiring(this.request);
			this.cluster.awaitPromotion(this.replica);
			long promoted = System.nanoTime();
			Lease lease = asked.get(LONG.toSeconds(), TimeUnit.SECONDS);
			reporter.publishEntry("first grant after the promotion",
					TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - promoted) + " ms");
			assertThat(leaseEnd()).as("known to the new master").isPositive();
			lease.close();
			others.assertServed();
		}
	}

	@Test
	void masterThatStepsDownIsLeft() throws Exception {
		takeOver(() -> this.cluster.failover(this.replica));
		awaitConnections(this.master, 0);
	}

	private void takeOver(Runnable fault) throws Exception {
		Lease lease = this.first.locks().acquire(this.request);
		CompletableFuture<Lease> waiter = this.second.acquiring(this.request);
		await().until(this::waiterIsReplicated);
		fault.run();
		this.cluster.awaitPromotion(this.replica);
		long end = leaseEnd();
		await().until(() -> leaseEnd() > end);
		assertThat(waiter).isNotDone();
		assertThat(lease.isHeld()).isTrue();
		awaitConnections(this.replica, 2);
		lease.close();
		Lease next = waiter.get(LONG.toSeconds(), TimeUnit.SECONDS);
		assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
		next.close();
	}

	private boolean waiterIsReplicated() {
		return this.master.info("replication").get("slave0") != null
				&& this.first.locks().describe(this.request.name()).filter((lock) -> lock.waiters() == 1).isPresent()
				&& this.master.info("replication")
					.get("slave0")
					.contains("offset=" + this.master.info("replication").get("master_repl_offset"));
	}

	/**
	 * The end of the lease as the new master knows it.
	 */
	private long leaseEnd() {
		return Long.parseLong(String.valueOf(this.replica.cli("HGET", "lock:" + this.request.name(), "x")));
	}

	private static void awaitConnections(TestRedis redis, int each) {
		await().untilAsserted(() -> {
			for (String name : List.of("first", "second")) {
				assertThat(String.valueOf(redis.cli("CLIENT", "LIST")).lines()).as("connections of " + name)
					.filteredOn((line) -> line.contains(" name=" + name + " "))
					.hasSize(each);
			}
		});
	}

	private static ConditionFactory await() {
		return Awaitility.await().atMost(LONG);
	}

	/**
	 * Somebody who uses locks of another master all the time.
	 */
	private final class Others implements AutoCloseable {

		private final LockRequest request = LockRequest
			.of(SharedCluster.nameOn(ClusterFailoverIntegrationTests.this.cluster,
					ClusterFailoverIntegrationTests.this.cluster.masters().get(1), "other:"))
			.waitTime(LONG);

		private final AtomicBoolean stopped = new AtomicBoolean();

		private final AtomicInteger served = new AtomicInteger();

		private final CompletableFuture<Void> ended = CompletableFuture.runAsync(() -> {
			while (!this.stopped.get()) {
				ClusterFailoverIntegrationTests.this.second.locks().acquire(this.request).close();
				this.served.incrementAndGet();
			}
		}, (task) -> new Thread(task).start());

		private void assertServed() throws Exception {
			this.stopped.set(true);
			this.ended.get(LONG.toSeconds(), TimeUnit.SECONDS);
			// not one after the outage: so many, however busy the machine is
			assertThat(this.served.get()).isGreaterThan(5);
		}

		@Override
		public void close() {
			this.stopped.set(true);
		}

	}

}
