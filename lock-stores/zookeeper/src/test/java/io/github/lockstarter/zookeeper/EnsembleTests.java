package io.github.lockstarter.zookeeper;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LeaseEnd;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.test.TestZooKeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Three servers, some of which fail, and applications that are cut off from them.
 */
@Timeout(120)
@Tag("gate")
class EnsembleTests {

	private static TestEnsemble ensemble;

	private final List<LockTemplate> applications = new ArrayList<>();

	private final String name = "ensemble:" + System.nanoTime();

	@BeforeAll
	static void begin() {
		ensemble = new TestEnsemble();
	}

	@AfterAll
	static void end() throws IOException {
		ensemble.close();
	}

	@AfterEach
	void stop() {
		ensemble.join();
		this.applications.forEach(LockTemplate::stop);
	}

	private LockTemplate application(String connectString, Duration session) {
		LockTemplate locks = TestInstance.of(connectString, session).locks();
		this.applications.add(locks);
		locks.start();
		return locks;
	}

	@Test
	void holderThatIsCutOffHasLostTheLockBeforeTheNextHasIt() {
		// the holder is to be told within a third of it
		LockTemplate holder = application(ensemble.throughProxies(), Duration.ofSeconds(9));
		LockTemplate next = application(ensemble.connectString(), Duration.ofSeconds(9));
		Lease lease = holder.acquire(LockRequest.of(this.name));
		AtomicLong lost = new AtomicLong();
		lease.onLost(() -> lost.set(System.nanoTime()));
		ensemble.cutOff();
		boolean held;
		try (Lease other = next.acquire(LockRequest.of(this.name).waitTime(Duration.ofSeconds(100)))) {
			held = lease.isHeld();
			long entered = System.nanoTime();
			assertThat(held).isFalse();
			Awaitility.await().until(() -> lost.get() != 0);
			assertThat(entered - lost.get()).as("nanoseconds from the loss to the next").isPositive();
			assertThat(other.fencingToken()).isGreaterThan(lease.fencingToken());
		}
	}

	@Test
	void holderKeepsItsLockWhileAnotherServerBecomesTheLeader() {
		LockTemplate holder = application(ensemble.connectString(), TestEnsemble.LONGEST_SESSION);
		LockTemplate next = application(ensemble.connectString(), TestEnsemble.LONGEST_SESSION);
		long before = holder.execute(this.name, Lease::fencingToken);
		Lease lease = holder.acquire(LockRequest.of(this.name));
		CompletableFuture<Lease> waiting = CompletableFuture
			.supplyAsync(() -> next.acquire(LockRequest.of(this.name).waitTime(Duration.ofSeconds(100))));
		int leader = ensemble.leader();
		ensemble.kill(leader);
		try {
			Awaitility.await().until(() -> ensemble.leader() >= 0);
			LeaseEnd.awaitRenewal(lease);
			assertThat(lease.isHeld()).isTrue();
			assertThat(waiting).isNotDone();
			lease.close();
			try (Lease other = waiting.join()) {
				assertThat(lease.fencingToken()).isGreaterThan(before);
				assertThat(other.fencingToken()).isGreaterThan(lease.fencingToken());
			}
		}
		finally {
			ensemble.restart(leader);
		}
	}

	/**
	 * Whoever moves from one to the other has to set {@code token-offset}, as the page
	 * about this store says.
	 */
	@Test
	void tokensOfASingleServerAreBelowThoseOfAnEnsemble() {
		long ofAnEnsemble = application(ensemble.connectString(), Duration.ofSeconds(9)).execute(this.name,
				Lease::fencingToken);
		assertThat(ofAnEnsemble).isGreaterThan(270_000_000_000L);
		try (TestZooKeeper single = TestZooKeeper.start(1, 500)) {
			LockTemplate locks = TestInstance.of(single.connectString(), Duration.ofSeconds(9)).locks();
			locks.start();
			try {
				assertThat(locks.execute(this.name, Lease::fencingToken)).isBetween(1L, 10_000L);
			}
			finally {
				locks.stop();
			}
		}
	}

	@Test
	void withoutAMajorityCallersAreToldInTimeAndHoldersWhenTheirLeaseEnds() {
		LockTemplate locks = application(ensemble.connectString(), Duration.ofSeconds(4));
		Lease lease = locks.acquire(LockRequest.of(this.name));
		CompletableFuture<Boolean> lost = new CompletableFuture<>();
		lease.onLost(() -> lost.complete(true));
		ensemble.kill(0);
		ensemble.kill(1);
		try {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> locks.acquire(LockRequest.of(this.name + ":other").waitTime(Duration.ofMillis(300))))
				.withMessageContaining("ZooKeeper at ");
			assertThat(lost.join()).isTrue();
			assertThat(lease.isHeld()).isFalse();
		}
		finally {
			ensemble.restart(0);
			ensemble.restart(1);
		}
		Awaitility.await()
			.ignoreExceptionsInstanceOf(LockException.class)
			.until(() -> locks.execute(this.name, Lease::fencingToken) > lease.fencingToken());
	}

}
