package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A thread that acquires a lock it holds.
 */
@Timeout(120)
class ReentrancyTests {

	private static final LockRequest RENEWED = LockRequest.of(Bench.NAME);

	// a lease that nobody has any more would be given up
	private final List<Lease> held = new ArrayList<>();

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final LockTemplate locks = new LockTemplate(this.store, TestSettings.defaults(), this.clock, List.of());

	ReentrancyTests() {
		this.store.grantEverything();
	}

	@AfterEach
	void stop() {
		this.locks.stop();
	}

	@Test
	void innerLeaseCostsNothingAndHasTheSameToken() {
		Lease outer = this.locks.acquire(RENEWED);
		Lease inner = this.locks.acquire(RENEWED);
		assertThat(inner.fencingToken()).isEqualTo(outer.fencingToken());
		inner.close();
		assertThat(inner.isHeld()).isFalse();
		assertThat(outer.isHeld()).isTrue();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE");
		outer.close();
		assertThat(this.store.verbs()).containsExactly("RELEASE");
	}

	@Test
	void innermostLeaseMayBeClosedLast() {
		Lease outer = this.locks.acquire(RENEWED);
		Lease inner = this.locks.acquire(RENEWED);
		outer.close();
		assertThat(outer.isHeld()).isFalse();
		assertThat(inner.isHeld()).isTrue();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE");
		inner.close();
		assertThat(this.store.verbs()).containsExactly("RELEASE");
	}

	@Test
	void leaseMayBeClosedByAnotherThread() {
		Lease outer = this.locks.acquire(RENEWED);
		Lease inner = this.locks.acquire(RENEWED);
		close(outer);
		close(inner);
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE");
		this.locks.acquire(RENEWED).close();
		assertThat(this.store.verbs()).as("acquired anew").containsExactly("ACQUIRE", "RELEASE");
	}

	@Test
	void leaseClosedTwiceDoesNotReleaseTheOtherOne() {
		Lease outer = this.locks.acquire(RENEWED);
		Lease inner = this.locks.acquire(RENEWED);
		inner.close();
		inner.close();
		inner.release();
		assertThat(outer.isHeld()).isTrue();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE");
	}

	@Test
	void longerLeaseInsideAShorterOneCostsOneRenewal() {
		Lease outer = this.locks.acquire(fixed(5_000));
		Lease inner = this.locks.acquire(fixed(60_000));
		assertThat(this.store.next("ACQUIRE").millis()).isEqualTo(5_000);
		assertThat(this.store.next("RENEW").millis()).isEqualTo(60_000);
		this.store.assertQuiet();
		assertThat(inner.remaining()).isEqualTo(Duration.ofMillis(59_398));
		inner.close();
		assertThat(outer.remaining()).as("an end is never taken back").isEqualTo(Duration.ofMillis(59_398));
	}

	@Test
	void shorterLeaseInsideALongerOneChangesNothing() {
		Lease outer = this.locks.acquire(fixed(60_000));
		Lease inner = this.locks.acquire(fixed(5_000));
		assertThat(this.store.verbs()).containsExactly("ACQUIRE");
		assertThat(inner.remaining()).isEqualTo(Duration.ofMillis(59_398));
		inner.close();
		assertThat(outer.remaining()).isEqualTo(Duration.ofMillis(59_398));
	}

	@Test
	void leaseOfTheSameLengthChangesNothingJustAfterTheFirst() {
		for (long millis : new long[] { 10, 100, 1_000, 60_000, 3_600_000 }) {
			try (Lease outer = this.locks.acquire(fixed(millis)); Lease inner = this.locks.acquire(fixed(millis))) {
				assertThat(this.store.verbs()).containsExactly("ACQUIRE");
				assertThat(inner.remaining()).isEqualTo(outer.remaining());
			}
			this.store.verbs();
		}
	}

	@Test
	void leaseOfTheSameLengthIsAskedForWhenTimeHasGoneBy() {
		this.held.add(this.locks.acquire(fixed(60_000)));
		this.clock.advanceMillis(5_000);
		Lease inner = this.locks.acquire(fixed(60_000));
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RENEW");
		assertThat(inner.remaining()).isEqualTo(Duration.ofMillis(59_398));
	}

	@Test
	void renewedLeaseInsideAFixedOneIsAskedForWhenLessThanHalfIsLeft() {
		this.held.add(this.locks.acquire(fixed(10_000)));
		Lease inner = this.locks.acquire(RENEWED);
		this.store.next("ACQUIRE");
		assertThat(this.store.next("RENEW").millis()).isEqualTo(Bench.LEASE);
		assertThat(inner.remaining()).isEqualTo(Duration.ofMillis(29_698));
	}

	@Test
	void renewedLeaseInsideALongFixedOneWaitsForItsRenewal() {
		this.held.add(this.locks.acquire(fixed(60_000)));
		this.held.add(this.locks.acquire(RENEWED));
		assertThat(this.store.verbs()).containsExactly("ACQUIRE");
	}

	@Test
	void renewedLeaseInsideARenewedOneCostsNothingBetweenTwoRenewals() {
		this.held.add(this.locks.acquire(RENEWED));
		this.clock.advanceMillis(8_000); // a renewal is due, or nearly, from nine on
		this.held.add(this.locks.acquire(RENEWED));
		assertThat(this.store.verbs()).containsExactly("ACQUIRE");
	}

	@Test
	void holdIsRenewedWhileAnOpenLeaseAsksForIt() {
		Bench bench = new Bench();
		Hold hold = bench.hold(40_000);
		SingleLease outer = bench.open(hold, Bench.fixed(40_000));
		bench.tickAfter(hold, Duration.ofSeconds(10));
		bench.store().assertQuiet();
		SingleLease inner = Bench.reenter(hold, bench.renewed());
		bench.tick(hold);
		bench.store().next("RENEW").owned();
		inner.close();
		bench.tickAfter(hold, Duration.ofSeconds(10));
		bench.store().assertQuiet();
		assertThat(outer.isHeld()).isTrue();
	}

	@Test
	void outerRenewalGoesOnAfterAnInnerFixedLease() {
		Bench bench = new Bench();
		Hold hold = bench.hold(Bench.LEASE);
		SingleLease outer = bench.open(hold, bench.renewed());
		Bench.reenter(hold, Bench.fixed(1_000)).close();
		bench.tickAfter(hold, Duration.ofSeconds(10));
		bench.store().next("RENEW").owned();
		assertThat(outer.remaining()).isEqualTo(Duration.ofMillis(29_698));
	}

	@Test
	void lostLockIsNotAcquiredAgainBehindTheBackOfTheOuterWork() {
		Lease outer = this.locks.acquire(fixed(1_000));
		this.clock.advanceMillis(1_000);
		this.store.verbs();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.locks.acquire(RENEWED))
			.withMessageContaining("its fixed lease time of 1s expired");
		this.store.assertQuiet();
		outer.release();
		assertThat(this.locks.acquire(RENEWED).isHeld()).isTrue();
	}

	@Test
	void renewalForAnInnerLeaseThatIsRefusedIsALossOfBoth() {
		Lease outer = this.locks.acquire(fixed(5_000));
		this.store.script((command) -> command.reply(Status.LOST));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.locks.acquire(fixed(60_000)))
			.withMessageContaining("it was taken away");
		assertThat(outer.isHeld()).isFalse();
	}

	@Test
	void innerLeaseWhoseLengthIsUnknownIsNotGivenAndTheOuterOneStays() {
		Lease outer = this.locks.acquire(fixed(5_000));
		this.store.script((command) -> command.fail(StoreException.Outcome.UNKNOWN));
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.locks.acquire(fixed(60_000)))
			.withMessageContaining("trouble");
		assertThat(outer.isHeld()).isTrue();
		this.store.verbs();
		this.store.grantEverything();
		outer.close();
		assertThat(this.store.verbs()).containsExactly("RELEASE");
	}

	@Test
	void anotherThreadDoesNotEnter() {
		this.held.add(this.locks.acquire(RENEWED));
		this.store.next("ACQUIRE");
		WaitingCaller<Lease> other = WaitingCaller.start(this.clock, () -> this.locks.acquire(RENEWED.noWait()));
		assertThat(other.failure()).isInstanceOf(LockNotAcquiredException.class);
		this.store.assertQuiet();
	}

	@Test
	void anotherNameIsAnotherLock() {
		this.store.script(Command::succeed);
		this.held.add(this.locks.acquire(RENEWED));
		this.held.add(this.locks.acquire(LockRequest.of("other")));
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "ACQUIRE");
	}

	@Test
	void ownerThatHasLeftDoesNotEnterWhileOthersGoOn() {
		Bench bench = new Bench();
		bench.store().grantEverything();
		Hold hold = bench.hold(Bench.LEASE);
		SingleLease own = bench.open(hold, bench.renewed());
		EntryRequest owner = new EntryRequest(hold.key(), null, bench.renewed(), false, AttemptEvents.NONE);
		EntryRequest inside = inside(bench, new HoldKey(new Object(), Bench.NAME), own);
		SingleLease one = inside.reenter(bench.engine().holds());
		SingleLease other = inside.reenter(bench.engine().holds());
		own.close();
		assertThat(owner.reenter(bench.engine().holds())).isNull();
		assertThat(hold.open(bench.renewed(), owner.key(), null)).as("looked up before").isNull();
		assertThat(inside.reenter(bench.engine().holds())).as("the lease entered through is closed").isNull();
		SingleLease again = inside(bench, owner.key(), one).reenter(bench.engine().holds());
		one.close();
		other.close();
		assertThat(owner.reenter(bench.engine().holds())).isNull();
		List<Hold> known = new ArrayList<>();
		bench.engine().holds().forEach(known::add);
		assertThat(known).as("renewed").containsExactly(hold);
		again.close();
		assertThat(bench.store().verbs()).containsExactly("RELEASE");
		assertThat(bench.engine().holds().held()).isZero();
	}

	private void close(Lease lease) {
		WaitingCaller.start(this.clock, () -> {
			lease.close();
			return true;
		}).result();
	}

	private static LockRequest fixed(long millis) {
		return LockRequest.of(Bench.NAME).leaseTime(Duration.ofMillis(millis));
	}

	/**
	 * Work that has entered through that lease.
	 */
	private static EntryRequest inside(Bench bench, HoldKey key, SingleLease outer) {
		return new EntryRequest(key, outer, bench.renewed(), false, AttemptEvents.NONE);
	}

}
