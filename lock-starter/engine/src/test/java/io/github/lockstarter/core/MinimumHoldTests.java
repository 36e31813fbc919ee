package io.github.lockstarter.core;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.store.Moment;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The minimum hold that a release carries: what is left of the longest one asked for by a
 * lease that ended normally.
 */
class MinimumHoldTests {

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	private final Hold hold = this.bench.hold(Bench.LEASE);

	private final SingleLease outer = this.bench.open(this.hold, terms(5_000));

	MinimumHoldTests() {
		this.store.grantEverything();
	}

	@Test
	void releaseCarriesTheMillisecondsLeftSinceTheAcquisition() {
		this.bench.clock().advanceMillis(1_200);
		this.outer.close();
		assertThat(released()).isEqualTo(3_800);
	}

	@Test
	void minimumHoldThatIsOverIsNone() {
		this.bench.clock().advanceMillis(5_001);
		this.outer.close();
		assertThat(released()).isZero();
	}

	@Test
	void minimumHoldIsNotShortenedByAGrantThatTookLongToArrive() {
		Moment asked = this.bench.clock().now();
		AttemptOutcome.Granted granted = this.bench.granted(Bench.LEASE);
		this.bench.clock().advanceMillis(900);
		Hold late = this.bench.hold(new HoldKey(Thread.currentThread(), "late"), granted, asked, null);
		SingleLease lease = this.bench.open(late, terms(5_000));
		this.bench.clock().advanceMillis(1_200);
		lease.close();
		assertThat(released()).isEqualTo(3_800);
	}

	@Test
	void releaseNowDropsTheMinimumHold() {
		this.outer.releaseNow();
		assertThat(released()).isZero();
	}

	@Test
	void longestMinimumHoldOfAllLeasesCounts() {
		SingleLease longer = Bench.reenter(this.hold, terms(9_000));
		SingleLease shorter = Bench.reenter(this.hold, terms(1_000));
		longer.close();
		shorter.close();
		this.bench.clock().advanceMillis(2_000);
		this.outer.close();
		assertThat(released()).isEqualTo(7_000);
	}

	@Test
	void minimumHoldOfAnInnerLeaseCountsFromItsEntry() {
		this.bench.clock().advanceMillis(4_000);
		SingleLease inner = Bench.reenter(this.hold, terms(5_000));
		this.bench.clock().advanceMillis(1_000);
		inner.close();
		this.outer.close();
		assertThat(released()).isEqualTo(4_000);
	}

	@Test
	void minimumHoldOfALeaseWhoseWorkFailedDoesNotCount() {
		SingleLease failed = Bench.reenter(this.hold, terms(9_000));
		failed.releaseNow();
		this.outer.release();
		assertThat(released()).isEqualTo(5_000);
	}

	@Test
	void minimumHoldOfAnInnerLeaseCountsAlsoIfTheOuterWorkFailed() {
		SingleLease completed = Bench.reenter(this.hold, terms(9_000));
		completed.close();
		this.outer.releaseNow();
		assertThat(released()).isEqualTo(9_000);
	}

	@Test
	void lostLeaseLeavesNoMinimumHold() {
		this.bench.clock().advanceMillis(Bench.LEASE);
		this.outer.release();
		assertThat(released()).isZero();
	}

	private long released() {
		return this.store.next("RELEASE").millis();
	}

	private static LeaseTerms terms(long minHoldMillis) {
		return new LeaseTerms(Bench.LEASE, true, minHoldMillis, ReleaseMode.CONFIRMED);
	}

}
