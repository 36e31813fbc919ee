package io.github.lockstarter.core;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * How a {@link Hold} ends, and what its leases say of it.
 */
class HoldTests {

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	private final ManualClock clock = this.bench.clock();

	@Test
	void leaseIsHeldUntilItsDeadlineAndNotOneMillisecondLonger() {
		SingleLease lease = fixed(1_000);
		assertThat(lease.remaining()).isEqualTo(Duration.ofMillis(988));
		this.clock.advanceMillis(987);
		assertThat(lease.isHeld()).isTrue();
		assertThatCode(lease::ensureHeld).doesNotThrowAnyException();
		this.clock.advanceMillis(1);
		assertThat(lease.isHeld()).isFalse();
		assertThat(lease.remaining()).isZero();
		assertThat(this.bench.events()).containsExactly("lost " + Bench.NAME + " 1000 FIXED_LEASE after 988");
	}

	@Test
	void wallClockSetForwardEndsTheLeaseAndTheReasonSaysSo() {
		SingleLease lease = fixed(30_000);
		this.clock.stepWall(Duration.ofSeconds(30));
		assertThat(lease.isHeld()).isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::ensureHeld)
			.withMessageContaining("the wall clock of this machine was set forward");
	}

	@Test
	void monotonicClockEndsTheLeaseWhenTheWallClockWasSetBack() {
		SingleLease lease = fixed(30_000);
		this.clock.advanceMonotonicOnly(Duration.ofSeconds(30));
		assertThat(lease.isHeld()).isFalse();
		assertThat(this.bench.events()).singleElement().asString().contains("FIXED_LEASE");
	}

	@Test
	void lostStaysLostWhenTheClockGoesBack() {
		SingleLease lease = fixed(30_000);
		this.clock.stepWall(Duration.ofSeconds(30));
		assertThat(lease.isHeld()).isFalse();
		this.clock.stepWall(Duration.ofSeconds(-30));
		assertThat(lease.isHeld()).isFalse();
		assertThat(this.bench.events()).as("told once").hasSize(1);
	}

	@Test
	void lossIsToldWithoutAnybodyAsking() {
		Hold hold = this.bench.hold(1_000);
		this.bench.open(hold, Bench.fixed(1_000));
		this.bench.tickAfter(hold, Duration.ofSeconds(1));
		assertThat(this.bench.events()).hasSize(1);
	}

	@Test
	void closedLeaseIsNotHeldAndNotLost() {
		this.store.grantEverything();
		SingleLease lease = fixed(1_000);
		lease.close();
		assertThat(lease.isHeld()).isFalse();
		assertThat(lease.remaining()).isZero();
		assertThatIllegalStateException().isThrownBy(lease::ensureHeld).withMessageContaining("is closed");
		this.clock.advanceMillis(5_000);
		assertThatIllegalStateException().isThrownBy(lease::ensureHeld);
		assertThat(this.bench.events()).containsExactly("released " + Bench.NAME + " 1000 after 0");
	}

	@Test
	void closingTwiceReleasesOnce() {
		this.store.grantEverything();
		SingleLease lease = fixed(1_000);
		lease.close();
		lease.close();
		lease.release();
		lease.releaseNow();
		assertThat(this.store.verbs()).containsExactly("RELEASE");
	}

	@Test
	void releaseCarriesTheIdOfTheOwner() {
		this.store.grantEverything();
		SingleLease lease = fixed(1_000);
		lease.close();
		Command release = this.store.next("RELEASE");
		assertThat(release.id()).isEqualTo("client:9");
		assertThat(release.name()).isEqualTo(Bench.NAME);
		assertThat(release.millis()).as("no minimum hold").isZero();
	}

	@Test
	void closeOfALostLeaseReleasesWhatMayBeLeftAndThrows() {
		SingleLease lease = fixed(1_000);
		this.clock.advanceMillis(1_000);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::close)
			.withMessageContaining("its fixed lease time of 1s expired")
			.satisfies((ex) -> assertThat(ex.getLockName()).isEqualTo(Bench.NAME));
		assertThat(this.store.next("RELEASE").id()).isEqualTo("client:9");
		assertThat(this.bench.engine().holds().size()).isZero();
		lease.close();
	}

	@Test
	void closeDoesNotTellOfALossThatEnsureHeldHasTold() {
		SingleLease lease = fixed(1_000);
		this.clock.advanceMillis(1_000);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::ensureHeld);
		assertThatCode(lease::close).doesNotThrowAnyException();
	}

	@Test
	void closeDoesNotTellOfALossThatAListenerWasTold() {
		SingleLease lease = fixed(1_000);
		lease.onLost(() -> {
		});
		this.clock.advanceMillis(1_000);
		assertThatCode(lease::close).doesNotThrowAnyException();
	}

	@Test
	void releaseOfALostLeaseNeverThrows() {
		SingleLease lease = fixed(1_000);
		this.clock.advanceMillis(1_000);
		assertThatCode(lease::release).doesNotThrowAnyException();
		SingleLease other = fixed(1_000);
		this.clock.advanceMillis(1_000);
		assertThatCode(other::releaseNow).doesNotThrowAnyException();
	}

	@Test
	void releaseThatIsNotTheOwnersIsALoss() {
		answerReleases(Status.NOT_OWNER);
		SingleLease lease = this.bench.renewedLease();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::close)
			.withMessageContaining("Redis at test had granted it to another caller, or it was taken away");
		assertThat(this.bench.events()).singleElement().asString().startsWith("lost ");
		assertThat(this.store.verbs()).containsExactly("RELEASE");
	}

	@Test
	void releaseThatWasDoneBeforeIsNoLoss() {
		answerReleases(Status.ALREADY);
		SingleLease lease = this.bench.renewedLease();
		assertThatCode(lease::close).doesNotThrowAnyException();
	}

	@Test
	void releaseWithoutAnAnswerIsNoLoss() {
		for (StoreException.Outcome outcome : StoreException.Outcome.values()) {
			this.store.script((command) -> command.fail(outcome));
			SingleLease lease = this.bench.renewedLease();
			assertThatCode(lease::close).doesNotThrowAnyException();
			assertThat(this.bench.events()).singleElement().asString().startsWith("released ");
		}
	}

	@Test
	void observerIsToldForHowLongTheLockWasHeld() {
		this.store.grantEverything();
		SingleLease lease = this.bench.renewedLease();
		this.clock.advanceMillis(1_234);
		lease.close();
		assertThat(this.bench.events()).containsExactly("released " + Bench.NAME + " 1000 after 1234");
	}

	@Test
	void leaseSaysWhatItIs() {
		SingleLease lease = fixed(1_000);
		assertThat(lease).hasToString("Lease[order:4711, token 1000, held]");
		assertThat(lease.fencingToken()).isEqualTo(1_000);
		this.clock.advanceMillis(1_000);
		assertThat(lease).hasToString("Lease[order:4711, token 1000, over]");
	}

	@Test
	void holdThatIsOverOpensNoLease() {
		Hold hold = this.bench.hold(1_000);
		this.clock.advanceMillis(1_000);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> Bench.reenter(hold, Bench.fixed(1_000)));
	}

	private void answerReleases(Status status) {
		this.store.script((command) -> command.reply(status));
	}

	private SingleLease fixed(long millis) {
		return this.bench.open(this.bench.hold(millis), Bench.fixed(millis));
	}

}
