package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.PushMessage;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * When a lock is passed on inside this JVM, and when it is not.
 */
class HandoverTests {

	private Bench bench = new Bench();

	private LocalPlace turn;

	private LocalPlace next;

	HandoverTests() {
		queue(this.bench.renewed());
	}

	@Test
	void lockIsPassedOnWithTheNextTokenAndWithoutAWordToTheStore() {
		Ownership ownership = ownership(1_000, 1_003, 1_016);
		LeaseDeadline deadline = deadline(30_000);
		assertThat(handover(ownership, deadline, 0).runAtOnce(this.turn)).isTrue();
		AttemptOutcome.Granted passed = this.next.inherited();
		assertThat(passed.ownership()).isEqualTo(new Ownership("client:9", 1_000, 1_004, 1_016, ownership.begin()));
		assertThat(passed.deadline()).isEqualTo(deadline);
		assertThat(passed.provisional()).isFalse();
		assertThat(this.next.isCurrent()).isTrue();
		this.bench.store().assertQuiet();
	}

	@Test
	void leaseThatIsNotConfirmedIsRenewedByWhoInheritsIt() {
		this.bench.handover(ownership(1_000, 1_000, 1_016), deadline(2_000), true, 0).runAtOnce(this.turn);
		assertThat(this.next.inherited().provisional()).isTrue();
	}

	@Test
	void messageForALockThatWasPassedOnIsNotGivenBack() {
		StoreAttempt acquisition = this.bench.waiting(Duration.ofSeconds(10));
		PushMessage message = this.bench.store().grant("client:1", 2_000);
		this.bench.push(message);
		AttemptOutcome.Granted granted = (AttemptOutcome.Granted) acquisition.outcome();
		handover(granted.ownership(), granted.deadline(), 0).runAtOnce(this.turn);
		this.bench.push(message);
		this.bench.store().assertQuiet();
	}

	@Test
	void lastTokenOfTheBlockIsNeverPassed() {
		assertYields(ownership(1_000, 1_004, 1_004), deadline(30_000));
		assertPasses(ownership(1_000, 1_003, 1_004), deadline(30_000));
	}

	@Test
	void passesAreCounted() {
		restart((settings) -> settings.maxPasses = 3);
		assertYields(contested(1_000, 1_003, 1_064), deadline(30_000));
		assertPasses(contested(1_000, 1_002, 1_064), deadline(30_000));
	}

	@Test
	void turnThatBeganWhenNobodyWaitedHasFourTimesThePasses() {
		restart((settings) -> settings.maxPasses = 3);
		assertYields(ownership(1_000, 1_012, 1_064), deadline(30_000));
		assertPasses(ownership(1_000, 1_011, 1_064), deadline(30_000));
	}

	@Test
	void noTurnHasMoreThanSixtyFourPasses() {
		restart((settings) -> settings.maxPasses = 17);
		assertYields(ownership(1_000, 1_064, 1_100), deadline(30_000));
		assertPasses(ownership(1_000, 1_063, 1_100), deadline(30_000));
	}

	@Test
	void turnThatIsNotYoungAnyMoreHasThePassesOfAnyOther() {
		restart((settings) -> settings.maxPasses = 3);
		Ownership longer = ownership(1_000, 1_003, 1_064);
		Ownership other = ownership(1_000, 1_002, 1_064);
		LeaseDeadline deadline = deadline(30_000);
		this.bench.clock().advanceMillis(199);
		assertPasses(longer, deadline);
		this.bench.clock().advanceMillis(1);
		assertYields(longer, deadline);
		assertPasses(other, deadline);
	}

	@Test
	void passedOnItIsStillContested() {
		assertThat(contested(1_000, 1_003, 1_064).next().contested()).isTrue();
	}

	@Test
	void withoutPassesEveryTurnEndsAtOnce() {
		restart((settings) -> settings.maxPasses = 0);
		assertYields(ownership(1_000, 1_000, 1_000), deadline(30_000));
	}

	@Test
	void turnEndsAfterItsTime() {
		Ownership ownership = ownership(1_000, 1_000, 1_016);
		LeaseDeadline deadline = deadline(30_000);
		this.bench.clock().advanceMillis(1_999);
		assertPasses(ownership, deadline);
		this.bench.clock().advanceMillis(1);
		assertYields(ownership, deadline);
	}

	@Test
	void turnEndsAfterATenthOfTheLease() {
		restart((settings) -> settings.maxTime = Duration.ofMinutes(5));
		Ownership ownership = ownership(1_000, 1_000, 1_016);
		LeaseDeadline deadline = deadline(30_000);
		this.bench.clock().advanceMillis(2_999);
		assertPasses(ownership, deadline);
		this.bench.clock().advanceMillis(1);
		assertYields(ownership, deadline);
	}

	@Test
	void leaseWithLessThanHalfAHandOffLeftIsNotPassed() {
		Ownership ownership = ownership(1_000, 1_000, 1_016);
		assertYields(ownership, ending(1_000));
		assertPasses(ownership, ending(1_001));
	}

	@Test
	void fixedLeaseIsNotPassedButAskedForInItsExactLength() {
		queue(Bench.fixed(700));
		Command yield = assertYields(ownership(1_000, 1_000, 1_016), deadline(30_000));
		assertThat(yield.millis()).isEqualTo(700);
	}

	@Test
	void minimumHoldIsNeverPassedNorYielded() {
		this.bench.store().grantEverything();
		assertThat(handover(ownership(1_000, 1_000, 1_016), deadline(30_000), 400).runAtOnce(this.turn)).isTrue();
		Command release = this.bench.store().sent("RELEASE");
		assertThat(release.millis()).isEqualTo(400);
		this.bench.store().assertQuiet();
		assertThat(this.next.isCurrent()).as("asks the store itself").isTrue();
		assertThat(this.next.inherited()).isNull();
		assertThat(this.next.asking()).isNull();
	}

	@Test
	void nextCallerBeginsAfterTheReleaseWasSentAndBeforeItIsAnswered() {
		this.bench.store().script((command) -> assertThat(this.next.isCurrent()).isFalse());
		CompletableFuture<Boolean> held = handover(ownership(1_000, 1_000, 1_016), deadline(30_000), 400)
			.begin(this.turn, false);
		assertThat(this.next.isCurrent()).isTrue();
		assertThat(held).isNotDone();
		this.bench.store().sent("RELEASE").succeed();
		assertThat(held).isCompletedWithValue(true);
	}

	@Test
	void lockNobodyHereWaitsForIsReleased() {
		this.bench.store().grantEverything();
		this.bench.engine().queues().abandon(this.next);
		assertThat(handover(ownership(1_000, 1_000, 1_016), deadline(30_000), 0).runAtOnce(this.turn)).isTrue();
		assertThat(this.bench.store().verbs()).containsExactly("RELEASE");
		assertThat(this.bench.engine().queues().current(Bench.NAME)).isNull();
	}

	@Test
	void holderThatDidNotQueuePassesNothing() {
		this.bench.store().grantEverything();
		handover(ownership(1_000, 1_000, 1_016), deadline(30_000), 0).runAtOnce(null);
		assertThat(this.bench.store().verbs()).containsExactly("RELEASE");
		assertThat(this.next.isCurrent()).isFalse();
	}

	private void restart(Consumer<TestSettings> change) {
		this.bench = new Bench(TestSettings.of(change));
		queue(this.bench.renewed());
	}

	/**
	 * A caller whose turn it is, and one behind it.
	 */
	private void queue(LeaseTerms terms) {
		LocalPlace before = this.bench.engine().queues().current(Bench.NAME);
		if (before != null) {
			this.bench.engine().queues().pass(before);
			this.bench.engine().queues().pass(this.next);
		}
		this.turn = this.bench.join(Bench.NAME, this.bench.renewed());
		this.next = this.bench.join(Bench.NAME, terms);
	}

	private Bench.Closing handover(Ownership ownership, LeaseDeadline deadline, long minHoldLeftMillis) {
		return this.bench.handover(ownership, deadline, false, minHoldLeftMillis);
	}

	private void assertPasses(Ownership ownership, LeaseDeadline deadline) {
		handover(ownership, deadline, 0).runAtOnce(this.turn);
		this.bench.store().assertQuiet();
		assertThat(this.next.inherited()).isNotNull();
		queue(this.bench.renewed());
	}

	private Command assertYields(Ownership ownership, LeaseDeadline deadline) {
		this.bench.store().grantEverything();
		handover(ownership, deadline, 0).runAtOnce(this.turn);
		Command yield = this.bench.store().sent("YIELD");
		this.bench.store().assertQuiet();
		assertThat(this.next.inherited()).isNull();
		queue(this.bench.renewed());
		return yield;
	}

	private Ownership ownership(long first, long token, long last) {
		return new Ownership("client:9", first, token, last, this.bench.clock().now());
	}

	private Ownership contested(long first, long token, long last) {
		return new Ownership("client:9", first, token, last, this.bench.clock().now(), true);
	}

	/**
	 * A lease of which so much is left.
	 */
	private LeaseDeadline ending(long millis) {
		return new LeaseDeadline(this.bench.clock().now().plusMillis(millis), this.bench.clock().nanoTime());
	}

	private LeaseDeadline deadline(long leaseMillis) {
		return LeaseDeadline.after(this.bench.clock().now(), leaseMillis);
	}

}
