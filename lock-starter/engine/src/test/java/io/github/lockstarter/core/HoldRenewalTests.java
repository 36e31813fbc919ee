package io.github.lockstarter.core;

import java.time.Duration;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The renewal of one {@link Hold}: when, how often, and when no more.
 */
class HoldRenewalTests {

	private static final Duration THIRD = Duration.ofSeconds(10);

	private Bench bench = new Bench();

	private ScriptedStore store = this.bench.store();

	private Hold hold = this.bench.hold(Bench.LEASE);

	private SingleLease lease = this.bench.open(this.hold, this.bench.renewed());

	@Test
	void leaseIsRenewedAfterAThird() {
		this.bench.tickAfter(this.hold, THIRD.minusNanos(1));
		this.store.assertQuiet();
		this.bench.tickAfter(this.hold, Duration.ofNanos(1));
		Command renewal = this.store.next("RENEW");
		assertThat(renewal.id()).isEqualTo("client:9");
		assertThat(renewal.millis()).isEqualTo(Bench.LEASE);
	}

	@Test
	void renewalCountsFromItsSending() {
		this.bench.tickAfter(this.hold, THIRD);
		this.bench.clock().advanceMillis(300);
		this.store.next("RENEW").owned();
		assertThat(this.lease.remaining()).isEqualTo(Duration.ofMillis(29_698 - 300));
		this.bench.tickAfter(this.hold, THIRD.minusMillis(301));
		this.store.assertQuiet();
		this.bench.tickAfter(this.hold, Duration.ofMillis(1));
		this.store.next("RENEW");
	}

	@Test
	void leaseIsHeldForAsLongAsItIsRenewed() {
		for (int i = 0; i < 1_000; i++) {
			this.bench.tickAfter(this.hold, THIRD);
			this.store.next("RENEW").owned();
		}
		assertThat(this.lease.isHeld()).isTrue();
		assertThat(this.bench.events()).isEmpty();
	}

	@Test
	void renewalNeverShortensTheLease() {
		this.bench.tickAfter(this.hold, THIRD);
		Command renewal = this.store.next("RENEW");
		renewal.answer().complete(StoreReply.of(Status.OWNED, this.store.serverTime()).withLease(5_000));
		assertThat(this.lease.remaining()).isEqualTo(Duration.ofMillis(19_698));
	}

	@Test
	void shorterLeaseThanWasAskedForIsRenewedAfterAThirdOfWhatWasGranted() {
		Hold shorter = this.bench.hold(9_000);
		SingleLease held = this.bench.open(shorter, this.bench.renewed());
		for (int i = 0; i < 10; i++) {
			assertThat(shorter.renewal().nextLookNanos() - this.bench.clock().nanoTime())
				.isEqualTo(Duration.ofSeconds(3).toNanos());
			this.bench.tickAfter(shorter, Duration.ofMillis(2_999));
			this.store.assertQuiet();
			this.bench.tickAfter(shorter, Duration.ofMillis(1));
			Command renewal = this.store.next("RENEW");
			assertThat(renewal.millis()).as("what is wanted is asked for again").isEqualTo(Bench.LEASE);
			renewal.granted(9_000);
		}
		assertThat(held.isHeld()).isTrue();
	}

	@Test
	void longerLeaseThatIsNotGrantedInFullIsNotAskedForAgainAtOnce() {
		this.hold.renewal().extendLater(Bench.fixed(60_000));
		this.store.next("RENEW").granted(45_000);
		assertThat(this.lease.remaining()).isEqualTo(Duration.ofMillis(45_000 - 450 - 2));
		this.bench.tickAfter(this.hold, THIRD.minusMillis(1));
		this.store.assertQuiet();
		this.bench.tickAfter(this.hold, Duration.ofMillis(1));
		assertThat(this.store.next("RENEW").millis()).isEqualTo(Bench.LEASE);
	}

	@Test
	void renewalSaysWhenTheLeaseEndsAsTheLastOneWasTold() {
		this.bench.tickAfter(this.hold, THIRD);
		Command first = this.store.next("RENEW");
		assertThat(first.toldEndMillis()).as("no renewal has set the life of its key").isZero();
		long end = this.store.serverTime().millis() + Bench.LEASE;
		first.owned();
		this.bench.tickAfter(this.hold, THIRD);
		Command second = this.store.next("RENEW");
		assertThat(second.toldEndMillis()).isEqualTo(end);
		second.fail(StoreException.Outcome.UNKNOWN);
		this.bench.tickAfter(this.hold, THIRD);
		assertThat(this.store.next("RENEW").toldEndMillis()).as("it may have been executed").isZero();
	}

	@Test
	void renewalForAnotherLengthSaysNothing() {
		this.hold.renewal().extend(2 * Bench.LEASE);
		this.store.next("RENEW").owned();
		this.bench.tickAfter(this.hold, THIRD);
		assertThat(this.store.next("RENEW").toldEndMillis()).as("it has set the life of the key for another one")
			.isZero();
	}

	@Test
	void lengthThatWasNotAskedForSaysNothing() {
		this.hold.renewal().extend(Bench.LEASE / 6);
		// it had more by a question that was on its way
		this.store.next("RENEW")
			.answer()
			.complete(StoreReply.of(Status.OWNED, this.store.serverTime()).withLease(Bench.LEASE));
		this.bench.tickAfter(this.hold, THIRD);
		assertThat(this.store.next("RENEW").toldEndMillis()).as("it has set the life of the key for a shorter one")
			.isZero();
	}

	@Test
	void storeThatDoesNotSayItsTimeIsNotReminded() {
		this.bench.tickAfter(this.hold, THIRD);
		this.store.next("RENEW").answer().complete(StoreReply.of(Status.OWNED, ServerTime.NONE).withLease(30_000));
		this.bench.tickAfter(this.hold, THIRD);
		assertThat(this.store.next("RENEW").toldEndMillis()).isZero();
	}

	@Test
	void failedRenewalIsRepeatedWithGrowingPausesAndSaidToBeLate() {
		this.bench.tickAfter(this.hold, THIRD);
		for (long pause : new long[] { 10, 20, 40, 80 }) {
			this.store.next("RENEW").fail(StoreException.Outcome.UNKNOWN);
			this.bench.tickAfter(this.hold, Duration.ofMillis(pause - 1));
			this.store.assertQuiet();
			this.bench.tickAfter(this.hold, Duration.ofMillis(1));
		}
		this.store.next("RENEW").owned();
		assertThat(this.bench.events()).containsExactly("renewed late " + Bench.NAME + " 29698");
		this.bench.tickAfter(this.hold, THIRD);
		this.store.next("RENEW").owned();
		assertThat(this.bench.events()).hasSize(1);
	}

	@Test
	void failedRenewalsDoNotEndTheLeaseBeforeItsDeadline() {
		StoreException.Outcome[] outcomes = StoreException.Outcome.values();
		this.bench.tickAfter(this.hold, THIRD);
		for (int i = 0; this.lease.isHeld(); i++) {
			assertThat(this.bench.events()).isEmpty();
			this.store.next("RENEW").fail(outcomes[i % outcomes.length]);
			this.bench.tickAfter(this.hold, Duration.ofMillis(125));
		}
		assertThat(this.bench.events()).singleElement().asString().contains("NOT_RENEWED");
		assertThatExceptionOfType(LockLostException.class).isThrownBy(this.lease::ensureHeld)
			.withMessageContaining(
					"it could not be renewed in time, within its lease of 30s: the last renewal failed: ");
		this.store.verbs();
		this.bench.tickAfter(this.hold, THIRD);
		this.store.assertQuiet();
	}

	@Test
	void shortLengthAfterFailuresIsRenewedInItsOwnThird() {
		this.bench.tickAfter(this.hold, THIRD);
		this.store.next("RENEW").fail(StoreException.Outcome.UNKNOWN);
		this.bench.clock().advance(Duration.ofSeconds(18));
		// somebody re-enters with a fixed lease
		this.hold.renewal().extend(2_000);
		this.store.next("RENEW").owned();
		this.bench.tickAfter(this.hold, Duration.ofMillis(667));
		assertThat(this.store.next("RENEW").millis()).isEqualTo(Bench.LEASE);
	}

	@Test
	void renewalInTheLastMomentSavesTheLease() {
		this.bench.tickAfter(this.hold, THIRD);
		this.store.next("RENEW").fail(StoreException.Outcome.UNKNOWN);
		this.bench.tickAfter(this.hold, Duration.ofMillis(19_690));
		this.store.next("RENEW").owned();
		this.bench.clock().advanceMillis(29_000);
		assertThat(this.lease.isHeld()).isTrue();
	}

	@Test
	void renewalWithoutAnAnswerIsRepeatedAfterOneCommandTimeout() {
		this.bench.tickAfter(this.hold, THIRD);
		this.store.next("RENEW");
		this.bench.tickAfter(this.hold, Duration.ofMillis(999));
		this.store.assertQuiet();
		this.bench.tickAfter(this.hold, Duration.ofMillis(1));
		this.store.next("RENEW").owned();
		assertThat(this.lease.remaining()).isEqualTo(Duration.ofMillis(29_698));
	}

	@Test
	void renewalOnItsWayIsNotSentTwice() {
		this.bench.clock().advance(THIRD);
		Moment now = this.bench.clock().now();
		long ahead = now.nanos() + Duration.ofSeconds(1).toNanos();
		this.bench.tick(this.hold, now, ahead);
		this.bench.tick(this.hold, now, ahead);
		this.store.next("RENEW");
		this.store.assertQuiet();
	}

	@Test
	void renewalThatSaysLostIsALossAtOnce() {
		this.bench.tickAfter(this.hold, THIRD);
		this.store.next("RENEW").reply(Status.LOST);
		assertThat(this.lease.isHeld()).isFalse();
		assertThat(this.bench.events()).containsExactly("lost " + Bench.NAME + " 1000 TAKEN after 10000");
		this.bench.tickAfter(this.hold, THIRD);
		this.store.assertQuiet();
	}

	@Test
	void renewalAnsweredAfterTheDeadlineIsTooLate() {
		this.bench.tickAfter(this.hold, THIRD);
		Command renewal = this.store.next("RENEW");
		this.bench.clock().advanceMillis(19_698);
		renewal.owned();
		assertThat(this.lease.isHeld()).isFalse();
		assertThat(this.bench.events()).singleElement().asString().startsWith("lost ");
	}

	@Test
	void answerAfterALossDoesNotBringTheLeaseBack() {
		this.bench.tickAfter(this.hold, THIRD);
		Command slow = this.store.next("RENEW");
		this.bench.tickAfter(this.hold, Duration.ofSeconds(1));
		this.store.next("RENEW").reply(Status.LOST);
		slow.owned();
		assertThat(this.lease.isHeld()).isFalse();
		assertThat(this.lease.remaining()).isZero();
	}

	@Test
	void nothingIsRenewedAfterTheClose() {
		this.bench.tickAfter(this.hold, THIRD);
		Command slow = this.store.next("RENEW");
		this.store.script(Command::succeed);
		this.lease.close();
		assertThat(this.store.verbs()).containsExactly("RELEASE");
		slow.reply(Status.LOST);
		this.bench.tickAfter(this.hold, THIRD);
		this.bench.tickAfter(this.hold, THIRD);
		this.store.assertQuiet();
		assertThat(this.bench.events()).as("closed in time").noneMatch((event) -> event.startsWith("lost"));
	}

	@Test
	void failureAnsweredAfterTheCloseIsNotRepeated() {
		this.bench.tickAfter(this.hold, THIRD);
		Command slow = this.store.next("RENEW");
		this.store.script(Command::succeed);
		this.lease.close();
		slow.fail(StoreException.Outcome.UNKNOWN);
		this.bench.tickAfter(this.hold, THIRD);
		assertThat(this.store.verbs()).containsExactly("RELEASE");
	}

	@Test
	void fixedLeaseIsNeverRenewed() {
		Hold fixed = this.bench.hold(60_000);
		this.bench.open(fixed, Bench.fixed(60_000));
		for (int i = 0; i < 5; i++) {
			this.bench.tickAfter(fixed, THIRD);
		}
		this.store.assertQuiet();
		assertThat(this.bench.events()).isEmpty();
		this.bench.tickAfter(fixed, THIRD);
		assertThat(this.bench.events()).hasSize(1);
	}

	@Test
	void maximumHoldStopsTheRenewalAndTheReasonSaysSo() {
		renewUpToAMaximum();
		this.bench.tickAfter(this.hold, THIRD);
		this.store.assertQuiet();
		assertThat(this.lease.isHeld()).isTrue();
		this.bench.tickAfter(this.hold, Duration.ofMillis(19_698));
		assertThat(this.bench.events()).singleElement().asString().contains("MAX_HOLD");
	}

	@Test
	void maximumHoldIsNotPassedByEnteringAgain() {
		renewUpToAMaximum();
		this.bench.tickAfter(this.hold, Duration.ofSeconds(20));
		assertThat(this.hold.renewal().isShorterThan(this.bench.renewed())).isFalse();
		assertThat(this.hold.renewal().isShorterThan(Bench.fixed(60_000))).as("who says for how long").isTrue();
	}

	/**
	 * Forty seconds have passed, and at most forty-five are allowed.
	 */
	private void renewUpToAMaximum() {
		restart(TestSettings.of((settings) -> settings.maxHold = Duration.ofSeconds(45)));
		for (int i = 0; i < 4; i++) {
			this.bench.tickAfter(this.hold, THIRD);
			this.store.next("RENEW").owned();
		}
	}

	@Test
	void provisionalFixedLeaseGetsItsLengthOnce() {
		Hold provisional = this.bench.hold(2_000);
		SingleLease fixed = this.bench.open(provisional, Bench.fixed(60_000));
		provisional.renewal().extendLater(Bench.fixed(60_000));
		Command renewal = this.store.next("RENEW");
		assertThat(renewal.millis()).isEqualTo(60_000);
		renewal.owned();
		assertThat(fixed.remaining()).isEqualTo(Duration.ofMillis(59_398));
		this.bench.tickAfter(provisional, Duration.ofSeconds(50));
		this.store.assertQuiet();
	}

	@Test
	void lengthOfAProvisionalLeaseIsAskedForUntilItIsConfirmed() {
		Hold provisional = this.bench.hold(2_000);
		this.bench.open(provisional, Bench.fixed(60_000));
		provisional.renewal().extendLater(Bench.fixed(60_000));
		this.store.next("RENEW").fail(StoreException.Outcome.UNKNOWN);
		this.bench.tickAfter(provisional, Duration.ofMillis(10));
		assertThat(this.store.next("RENEW").millis()).isEqualTo(60_000);
		this.bench.tickAfter(provisional, Duration.ofSeconds(1));
		assertThat(this.store.next("RENEW").millis()).isEqualTo(60_000);
		assertThat(this.bench.events()).isEmpty();
	}

	@Test
	void renewalIsDueWithTheOthersOfATenthOfTheInterval() {
		this.bench.clock().advanceMillis(9_000);
		Moment now = this.bench.clock().now();
		this.bench.tick(this.hold, now, now.nanos() + Duration.ofSeconds(1).toNanos());
		this.store.next("RENEW");
	}

	@Test
	void repetitionKeepsItsPauseThoughOthersAreRenewedAhead() {
		this.bench.tickAfter(this.hold, THIRD);
		this.store.next("RENEW").fail(StoreException.Outcome.UNKNOWN);
		Moment now = this.bench.clock().now();
		this.bench.tick(this.hold, now, now.nanos() + Duration.ofSeconds(1).toNanos());
		this.store.assertQuiet();
		this.bench.tickAfter(this.hold, Duration.ofMillis(10));
		this.store.next("RENEW");
	}

	@Test
	void renewalThreadIsCalledWhenSomethingIsDue() {
		Moment begin = this.bench.clock().now();
		assertThat(this.hold.renewal().firstTickNanos() - begin.nanos()).isEqualTo(THIRD.toNanos());
		assertThat(this.bench.tick(this.hold, begin, begin.nanos()) - begin.nanos()).isEqualTo(THIRD.toNanos());
		Hold fixed = this.bench.hold(700);
		this.bench.open(fixed, Bench.fixed(700));
		assertThat(fixed.renewal().firstTickNanos() - begin.nanos()).isEqualTo(Duration.ofMillis(691).toNanos());
	}

	private void restart(LockSettings settings) {
		this.bench = new Bench(settings);
		this.store = this.bench.store();
		this.hold = this.bench.hold(Bench.LEASE);
		this.lease = this.bench.open(this.hold, this.bench.renewed());
	}

}
