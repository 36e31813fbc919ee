package io.github.lockstarter.core;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A store that says at once that a lock was taken from its owner.
 */
class TakenLockTests {

	private final Bench bench = new Bench();

	@BeforeEach
	void start() {
		this.bench.engine().start();
	}

	@AfterEach
	void stop() {
		this.bench.store().grantEverything();
		this.bench.engine().stop();
	}

	@Test
	void ownerIsToldBeforeItsNextRenewal() {
		SingleLease lease = this.bench.renewedLease();
		this.bench.store().listener().onTaken(lease.hold().ownership().id());
		assertThat(lease.isHeld()).isFalse();
		assertThat(this.bench.events()).singleElement().asString().contains("TAKEN");
	}

	@Test
	void locksOfOtherAttemptsStay() {
		SingleLease lease = this.bench.renewedLease();
		this.bench.store().grantEverything();
		this.bench.store().listener().onTaken("client:10");
		assertThat(lease.isHeld()).isTrue();
		lease.releaseNow();
	}

}
