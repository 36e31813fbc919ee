package io.github.lockstarter.core;

import java.time.Duration;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store whose server is another one now, which may not know what was granted.
 */
@Timeout(120)
class ChangedServerTests {

	private static final long FIXED = 20_000;

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	@BeforeEach
	void start() {
		RenewalLoop renewal = this.bench.engine().renewal();
		// earlier than whatever it waits for
		this.bench.clock().afterMove(() -> renewal.wakeAt(this.bench.clock().nanoTime() - Bench.LEASE * 1_000_000));
		this.bench.engine().start();
	}

	@AfterEach
	void stop() {
		this.store.grantEverything();
		this.bench.engine().stop();
	}

	@Test
	void renewedLeaseIsRenewedAtOnce() {
		SingleLease lease = this.bench.renewedLease();
		serverChanged();
		Command renewal = this.store.next("RENEW");
		assertThat(renewal.millis()).isEqualTo(Bench.LEASE);
		renewal.owned();
		assertThat(lease.isHeld()).isTrue();
		this.bench.clock().advance(Duration.ofMillis(Bench.LEASE / 3));
		this.store.next("RENEW").owned();
		this.store.assertQuiet();
	}

	@Test
	void leaseThatTheServerDoesNotKnowIsLostAtOnce() {
		SingleLease lease = this.bench.renewedLease();
		serverChanged();
		this.store.next("RENEW").reply(Status.LOST);
		Awaitility.await().until(() -> !lease.isHeld());
	}

	@Test
	void fixedLeaseIsAskedForAndNotMadeLonger() {
		Bench still = new Bench();
		Hold hold = still.hold(FIXED);
		SingleLease lease = still.open(hold, Bench.fixed(FIXED));
		hold.renewal().doubt(still.clock().now());
		still.tick(hold);
		Command question = still.store().next("RENEW");
		assertThat(question.millis()).isEqualTo(1);
		question.fail(StoreException.Outcome.UNKNOWN);
		still.tickAfter(hold, Duration.ofSeconds(1));
		still.store().next("RENEW").owned();
		still.tickAfter(hold, Duration.ofSeconds(1));
		still.store().assertQuiet();
		hold.renewal().doubt(still.clock().now());
		still.tick(hold);
		still.store().next("RENEW").reply(Status.LOST);
		assertThat(lease.isHeld()).isFalse();
	}

	@Test
	void renewalThatIsOnItsWayToTheFormerServerIsNoAnswer() {
		Bench still = new Bench();
		Hold hold = still.hold(Bench.LEASE);
		SingleLease lease = still.open(hold, still.renewed());
		still.tickAfter(hold, Duration.ofMillis(Bench.LEASE / 3));
		Command former = still.store().next("RENEW");
		hold.renewal().doubt(still.clock().now());
		still.tick(hold);
		former.owned();
		still.tick(hold);
		still.store().next("RENEW").reply(Status.LOST);
		assertThat(lease.isHeld()).isFalse();
	}

	/**
	 * The loop has passed by then: it doubts the holds that it finds, and no others.
	 */
	@Test
	void grantOfTheFormerServerIsDoubtedWhenItsHoldBeginsLater() {
		Bench still = new Bench();
		RenewalLoop loop = still.engine().renewal();
		Hold late = still.hold(Bench.LEASE);
		still.clock().advanceMillis(1);
		loop.askForAll();
		loop.pass();
		SingleLease lease = still.open(late, still.renewed());
		loop.pass();
		assertThat(still.store().unread()).as("questions").isOne();
		still.store().next("RENEW").reply(Status.LOST);
		assertThat(lease.isHeld()).isFalse();
	}

	@Test
	void grantOfTheServerOfNowIsNotDoubted() {
		this.bench.renewedLease();
		serverChanged();
		this.store.next("RENEW").owned();
		SingleLease next = this.bench.open(this.bench.hold(this, "next"), this.bench.renewed());
		assertThat(next.hold().renewal().nextLookNanos() - this.bench.clock().nanoTime())
			.isEqualTo(Duration.ofMillis(Bench.LEASE / 3).toNanos());
	}

	/**
	 * And a moment passes: however much is to be renewed, the thread pauses after each
	 * look.
	 */
	private void serverChanged() {
		this.store.listener().onServerChanged();
		this.bench.clock().advanceMillis(1);
	}

}
