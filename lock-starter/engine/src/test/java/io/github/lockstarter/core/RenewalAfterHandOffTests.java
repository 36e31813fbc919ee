package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.StoreException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A lease that was handed over is short: it is made longer, but not for a body that is
 * done in a moment.
 */
class RenewalAfterHandOffTests {

	private static final long HAND_OFF = 2_000;

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	private Hold hold;

	private SingleLease lease;

	@BeforeEach
	void start() {
		this.bench.engine().start();
	}

	private void handOver() {
		this.hold = this.bench.hold(HAND_OFF);
		this.lease = new SingleLease(this.hold, this.hold.begin(this.bench.renewed()));
		this.hold.renewal().extendLater(this.bench.renewed());
	}

	@AfterEach
	void stop() {
		this.lease.releaseNow();
		this.bench.engine().stop();
	}

	@Test
	void leaseIsMadeLongerAfterAMoment() {
		handOver();
		Command renewal = this.store.next("RENEW");
		assertThat(renewal.millis()).isEqualTo(Bench.LEASE);
		renewal.owned();
		Awaitility.await().until(() -> this.lease.remaining().equals(Duration.ofMillis(29_698)));
	}

	@Test
	void bodyThatIsDoneInAMomentCostsNoRenewal() throws InterruptedException {
		CompletableFuture<Void> done = new CompletableFuture<Void>().orTimeout(120, TimeUnit.SECONDS);
		// however long it takes here: the moment is not over before the body is
		this.bench.engine().context().background().later(done::join, 0);
		handOver();
		this.store.grantEverything();
		this.lease.close();
		done.complete(null);
		afterTheMoment();
		assertThat(this.store.verbs()).containsExactly("RELEASE");
	}

	@Test
	void nestedLeaseIsContentWithTheRenewalThatIsAboutToBeSent() {
		handOver();
		assertThat(this.hold.renewal().isShorterThan(this.bench.renewed())).isFalse();
		assertThat(this.hold.renewal().isShorterThan(Bench.fixed(Bench.LEASE))).isTrue();
	}

	@Test
	void renewalThatFailsIsRepeatedByTheRenewalThread() {
		handOver();
		this.store.next("RENEW").fail(StoreException.Outcome.UNKNOWN);
		Awaitility.await().until(() -> {
			this.bench.tickAfter(this.hold, Duration.ofMillis(10));
			return this.store.verbs().equals(List.of("RENEW"));
		});
	}

	/**
	 * Returns when the task for the moment after the hand-over has run: one thread runs
	 * such tasks in their order.
	 */
	private void afterTheMoment() throws InterruptedException {
		CountDownLatch later = new CountDownLatch(1);
		this.bench.engine().context().background().later(later::countDown, 100);
		later.await();
	}

}
