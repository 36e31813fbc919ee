package io.github.lockstarter.core;

import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import io.github.lockstarter.LockRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Leases that are dropped instead of closed.
 */
@ExtendWith(LogCapture.class)
class UnreachableLeaseTests {

	private final Bench bench = new Bench();

	@Test
	void leaseNobodyCanReachIsNoLongerRenewedAndTheLogSaysSo(LogCapture.CapturedLog output) {
		Hold hold = this.bench.hold(Bench.LEASE);
		this.bench.openToDrop(hold, this.bench.renewed());
		collect(hold);
		assertThat(this.bench.engine().holds().size()).isZero();
		Awaitility.await()
			.until(() -> output.toString().contains("No lease on lock 'order:4711' is reachable any more"));
		this.bench.store().verbs();
		this.bench.tickAfter(hold, Duration.ofSeconds(20));
		this.bench.store().assertQuiet();
		assertThat(this.bench.events()).singleElement().asString().contains("ABANDONED");
	}

	@Test
	void leaseThatIsReachableIsRenewedThoughAnInnerOneIsNot() {
		Hold hold = this.bench.hold(Bench.LEASE);
		SingleLease outer = this.bench.openToDrop(hold, this.bench.renewed());
		Bench.reenter(hold, this.bench.renewed());
		System.gc();
		this.bench.tickAfter(hold, Duration.ofSeconds(10));
		this.bench.store().next("RENEW").owned();
		assertThat(outer.isHeld()).isTrue();
	}

	@Test
	void fixedLeaseIsNotRenewedForADroppedOneInsideIt() {
		Hold hold = this.bench.hold(40_000);
		SingleLease outer = this.bench.openToDrop(hold, Bench.fixed(40_000));
		drop(new AtomicReference<>(Bench.reenter(hold, this.bench.renewed())));
		this.bench.tickAfter(hold, Duration.ofSeconds(10));
		this.bench.store().assertQuiet();
		assertThat(outer.isHeld()).isTrue();
	}

	@Test
	void ownerThatHasDroppedItsLastLeaseDoesNotEnterBesideOthers() {
		Hold hold = this.bench.hold(Bench.LEASE);
		SingleLease others = leaveByDropping(hold);
		assertThat(owner().reenter(this.bench.engine().holds())).isNull();
		assertThat(others.isHeld()).isTrue();
	}

	@Test
	void lookFindsThatTheOwnerHasDroppedItsLastLease() {
		Hold hold = this.bench.hold(Bench.LEASE);
		SingleLease others = leaveByDropping(hold);
		this.bench.tick(hold);
		assertThat(this.bench.engine().holds().find(owner().key())).isNull();
		List<Hold> known = new ArrayList<>();
		this.bench.engine().holds().forEach(known::add);
		assertThat(known).as("renewed for the others").containsExactly(hold);
		assertThat(others.isHeld()).isTrue();
	}

	@Test
	void listenerDoesNotKeepADroppedLeaseAlive() {
		Hold hold = this.bench.hold(Bench.LEASE);
		this.bench.openToDrop(hold, this.bench.renewed()).onLost(() -> {
		});
		collect(hold);
		assertThat(this.bench.engine().holds().size()).isZero();
	}

	@Test
	void listenerThatUsesItsLeaseDoesNotKeepItAlive() {
		Hold hold = this.bench.hold(Bench.LEASE);
		listenWithLease(hold);
		collect(hold);
		assertThat(this.bench.engine().holds().size()).isZero();
	}

	@Test
	void waitForALeaseKeepsNoDroppedOneAlive() {
		this.bench.store().grantEverything();
		try {
			Hold blocking = this.bench.await(Bench.NAME).lease().hold();
			collect(blocking);
			assertThat(this.bench.engine().holds().size()).isZero();
			Hold async = acquireAsync();
			collect(async);
			assertThat(this.bench.engine().holds().size()).isZero();
		}
		finally {
			this.bench.engine().stop();
		}
	}

	@Test
	void droppedLeaseLetsTheNextCallerOfThisInstanceAskTheStore() {
		LocalPlace turn = this.bench.join(Bench.NAME, this.bench.renewed());
		LocalPlace next = this.bench.join(Bench.NAME, this.bench.renewed());
		Hold hold = this.bench.hold(new HoldKey(this, Bench.NAME), this.bench.granted(Bench.LEASE),
				this.bench.clock().now(), turn);
		this.bench.openToDrop(hold, this.bench.renewed());
		assertThat(next.isCurrent()).isFalse();
		collect(hold);
		assertThat(next.isCurrent()).isTrue();
	}

	@Test
	void lostHoldIsNotMistakenForADroppedOneWhileItsLastLeaseIsClosed() {
		Hold hold = this.bench.hold(Bench.LEASE);
		SingleLease lease = this.bench.openToDrop(hold, this.bench.renewed());
		this.bench.clock().advance(Duration.ofMinutes(1));
		hold.close(lease.open(), WorkEnd.FAILED, true);
		// the renewal thread may have found the hold before it was removed
		this.bench.tick(hold);
		assertThat(hold.isLost()).isTrue();
		assertThat(this.bench.engine().holds().size()).isZero();
	}

	/**
	 * Its owner closes the lease through which others have entered, and then drops the
	 * one inside.
	 * @return the lease of the others
	 */
	private SingleLease leaveByDropping(Hold hold) {
		Holds holds = this.bench.engine().holds();
		SingleLease outer = this.bench.openToDrop(hold, this.bench.renewed());
		AtomicReference<SingleLease> inner = new AtomicReference<>(owner().reenter(holds));
		SingleLease others = new EntryRequest(new HoldKey(new Object(), Bench.NAME), outer, this.bench.renewed(), false,
				AttemptEvents.NONE)
			.reenter(holds);
		outer.close();
		assertThat(holds.find(owner().key())).as("it is inside").isSameAs(hold);
		drop(inner);
		return others;
	}

	private EntryRequest owner() {
		return Bench.caller(Thread.currentThread(), Bench.NAME, this.bench.renewed());
	}

	/**
	 * Nobody has the lease any more when this returns.
	 */
	private static void drop(AtomicReference<SingleLease> lease) {
		WeakReference<SingleLease> dropped = new WeakReference<>(lease.getAndSet(null));
		for (int i = 0; i < 200 && !dropped.refersTo(null); i++) {
			System.gc();
		}
	}

	private void listenWithLease(Hold hold) {
		SingleLease lease = this.bench.openToDrop(hold, this.bench.renewed());
		lease.onLost(lease::ensureHeld);
	}

	private Hold acquireAsync() {
		EngineLease lease = new NonBlockingLocks(this.bench.engine())
			.acquire(LockRequest.of("order:4712"), (name) -> null)
			.join();
		return ((SingleLease) lease).hold();
	}

	private void collect(Hold hold) {
		for (int i = 0; i < 200 && this.bench.engine().holds().size() > 0; i++) {
			System.gc();
			this.bench.tick(hold);
		}
	}

}
