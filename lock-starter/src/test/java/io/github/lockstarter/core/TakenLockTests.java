package io.github.lockstarter.core;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store that says at once that a lock was taken from its owner.
 */
class TakenLockTests {

	private final Bench bench = new Bench();

	@Test
	void ownerIsToldBeforeItsNextRenewal() {
		HoldLease lease = this.bench.renewedLease();
		this.bench.engine().onTaken(lease.hold().id());
		assertThat(lease.isHeld()).isFalse();
		assertThat(lease.hold().lossReason()).isEqualTo(LossReport.TAKEN);
		assertThat(this.bench.events()).anyMatch((event) -> event.contains("lost"));
	}

	@Test
	void locksOfOtherAttemptsStay() {
		HoldLease lease = this.bench.renewedLease();
		this.bench.engine().onTaken("client:10");
		assertThat(lease.isHeld()).isTrue();
	}

}
