package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What others see of the locks of an instance, and that nobody is asked for it.
 */
@Timeout(120)
class HeldLocksTests {

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final LockTemplate locks = new LockTemplate(this.store, TestSettings.defaults(), this.clock, List.of());

	HeldLocksTests() {
		this.store.grantEverything();
	}

	@AfterEach
	void stop() {
		this.locks.stop();
	}

	@Test
	void heldLockIsSeenWithWhatIsLeftOfItAndWithoutAskingTheStore() {
		assertThat(this.locks.held()).isEmpty();
		Lease lease = this.locks.acquire(LockRequest.of("a").leaseTime(Duration.ofSeconds(10)));
		this.clock.advance(Duration.ofSeconds(4));
		assertThat(this.locks.held()).singleElement().satisfies((held) -> {
			assertThat(held.name()).isEqualTo("a");
			assertThat(held.fencingToken()).isEqualTo(lease.fencingToken());
			assertThat(held.remaining()).isEqualTo(lease.remaining()).isLessThanOrEqualTo(Duration.ofSeconds(6));
			assertThat(held.renewed()).isFalse();
		});
		assertThat(this.store.verbs()).containsExactly("ACQUIRE");
		lease.close();
		assertThat(this.locks.held()).isEmpty();
	}

	@Test
	void lockIsRenewedWhenOneOfItsLeasesIs() {
		try (Lease fixed = this.locks.acquire(LockRequest.of("a").leaseTime(Duration.ofSeconds(10)))) {
			try (Lease renewed = this.locks.acquire("a")) {
				assertThat(this.locks.held()).singleElement().matches(HeldLock::renewed);
			}
			assertThat(this.locks.held()).singleElement().matches((held) -> !held.renewed());
		}
	}

	@Test
	void lostLockIsNotHeld() {
		Lease lease = this.locks.acquire(LockRequest.of("a").leaseTime(Duration.ofSeconds(1)));
		this.clock.advance(Duration.ofSeconds(2));
		assertThat(this.locks.held()).isEmpty();
		lease.release();
	}

}
