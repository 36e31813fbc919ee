package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.core.ScriptedStore.Command;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * One thread that renews everything.
 */
@Timeout(120)
class RenewalLoopTests {

	private static final Duration THIRD = Duration.ofSeconds(10);

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	private final Set<String> threads = ConcurrentHashMap.newKeySet();

	private final List<SingleLease> leases = new ArrayList<>();

	@BeforeEach
	void start() {
		RenewalLoop renewal = this.bench.engine().renewal();
		// earlier than whatever it waits for
		this.bench.clock().afterMove(() -> renewal.wakeAt(this.bench.clock().nanoTime() - THIRD.toNanos()));
		this.store.script((command) -> this.threads.add(Thread.currentThread().getName()));
		this.bench.engine().start();
	}

	@AfterEach
	void stop() {
		this.bench.engine().stop();
	}

	@Test
	void oneThreadRenewsAllHolds() {
		open(200);
		this.bench.clock().advance(THIRD);
		assertThat(next(200)).hasSize(200);
		assertThat(this.threads).containsExactly("distributed-lock-renewal");
	}

	@Test
	void renewalThatIsNeverAnsweredDelaysNoOther() {
		open(10);
		this.bench.clock().advance(THIRD);
		Map<String, Command> round = next(10);
		for (int i = 0; i < 5; i++) {
			Map<String, Command> answered = new HashMap<>(round);
			answered.remove("lock0");
			answered.values().forEach(Command::owned);
			this.bench.clock().advance(THIRD);
			round = next((i == 0) ? 10 : 9);
		}
		assertThat(this.leases.get(0).isHeld()).isFalse();
		assertThat(this.leases.subList(1, 10)).allMatch(SingleLease::isHeld);
		assertThat(this.bench.events()).singleElement().asString().startsWith("lost lock0");
	}

	@Test
	void leaseOpenedLaterIsRenewedInItsOwnTime() {
		open(1);
		this.bench.clock().advance(THIRD.dividedBy(2));
		open(1);
		this.bench.clock().advance(THIRD.dividedBy(2));
		this.store.next("RENEW").owned();
		this.bench.clock().advance(THIRD.dividedBy(2));
		this.store.next("RENEW").owned();
		assertThat(this.leases).allMatch(SingleLease::isHeld);
	}

	@Test
	void nothingIsRenewedAfterTheStopAndWhatIsOpenedAfterTheRestartIsAgain() {
		open(3);
		this.bench.engine().stop();
		this.bench.clock().advance(THIRD);
		this.bench.engine().start();
		this.store.assertQuiet();
		assertThat(this.leases).noneMatch(SingleLease::isHeld);
		acquire("again");
		this.bench.clock().advance(THIRD);
		assertThat(next(1)).containsOnlyKeys("again");
		this.store.assertQuiet();
	}

	/**
	 * Thousands of holds that have time cost a read each, and nobody waits for them.
	 */
	@Test
	void holdThatHasTimeIsPassedWithoutItsMutex() {
		open(1);
		this.bench.clock().advance(THIRD.dividedBy(2));
		open(1);
		ReentrantLock busy = this.leases.get(1).hold().mutex();
		busy.lock();
		try {
			this.bench.clock().advance(THIRD.dividedBy(2));
			assertThat(next(1)).containsOnlyKeys("lock0");
		}
		finally {
			busy.unlock();
		}
	}

	@Test
	void answeredRenewalIsFollowedByTheNextOneAfterAnInterval() {
		open(1);
		for (int i = 0; i < 5; i++) {
			this.bench.clock().advance(THIRD);
			this.store.next("RENEW").owned();
			HoldRenewal renewal = this.leases.get(0).hold().renewal();
			Awaitility.await().until(() -> renewal.nextLookNanos() - this.bench.clock().nanoTime() == THIRD.toNanos());
		}
	}

	/**
	 * Nobody says that a lease was dropped.
	 */
	@Test
	void longFixedLeaseIsLookedAtOnceInAnInterval() {
		Hold hold = this.bench.hold(60_000);
		SingleLease lease = this.bench.open(hold, Bench.fixed(60_000));
		this.bench.tick(hold);
		assertThat(hold.renewal().nextLookNanos() - this.bench.clock().nanoTime()).isEqualTo(THIRD.toNanos());
		assertThat(lease.isHeld()).isTrue();
	}

	/**
	 * Otherwise it is told when the clock by which it has time comes there.
	 */
	@Test
	void leaseThatEndsByTheWallClockIsSeenAtTheNextLook() {
		open(1);
		this.bench.clock().advance(THIRD);
		this.store.next("RENEW").owned();
		HoldRenewal renewal = this.leases.get(0).hold().renewal();
		Awaitility.await().until(() -> renewal.nextLookNanos() - this.bench.clock().nanoTime() == THIRD.toNanos());
		this.bench.clock().stepWall(Duration.ofMinutes(1));
		this.bench.clock().advance(Duration.ofMillis(1));
		Awaitility.await().until(() -> !this.bench.events().isEmpty());
		assertThat(this.bench.events()).singleElement().asString().startsWith("lost lock0");
	}

	@Test
	void extensionsDoNotPutOffTheLookForDroppedLeases() {
		Hold hold = this.bench.hold(30_000);
		this.bench.open(hold, Bench.fixed(30_000));
		this.bench.tick(hold);
		long look = this.bench.clock().nanoTime() + THIRD.toNanos();
		this.bench.clock().advance(THIRD.dividedBy(2));
		hold.renewal().extend(60_000);
		this.store.next("RENEW").owned();
		assertThat(hold.renewal().nextLookNanos()).isEqualTo(look);
	}

	@Test
	void renewalThreadEndsWithTheStop() throws Exception {
		AtomicReference<Thread> thread = new AtomicReference<>();
		this.store.script((command) -> thread.set(Thread.currentThread()));
		open(1);
		this.bench.clock().advance(THIRD);
		next(1);
		this.bench.engine().stop();
		thread.get().join(120_000);
		assertThat(thread.get().isAlive()).isFalse();
	}

	@Test
	void renewalThreadIsADaemon() {
		open(1);
		this.store.script((command) -> this.threads.add(String.valueOf(Thread.currentThread().isDaemon())));
		this.bench.clock().advance(THIRD);
		next(1);
		assertThat(this.threads).containsExactly("true");
	}

	private void open(int count) {
		for (int i = 0; i < count; i++) {
			HoldKey key = new HoldKey(this, "lock" + this.leases.size());
			Hold hold = this.bench.hold(key, this.bench.granted(Bench.LEASE), this.bench.clock().now(), null);
			this.leases.add(this.bench.open(hold, this.bench.renewed()));
		}
	}

	/**
	 * A lock of this instance as it is now.
	 */
	private void acquire(String name) {
		this.store.script(Command::owned);
		this.leases.add(this.bench.await(name).lease());
		this.store.next("ACQUIRE");
		this.store.script((command) -> {
		});
	}

	private Map<String, Command> next(int count) {
		Map<String, Command> renewals = new HashMap<>();
		for (int i = 0; i < count; i++) {
			Command renewal = this.store.next("RENEW");
			renewals.put(renewal.name(), renewal);
		}
		return renewals;
	}

}
