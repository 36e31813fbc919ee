package io.github.lockstarter.core;

import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.LockLostException;
import io.github.lockstarter.store.StoreException;

import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What the message about a lock that could not be renewed says.
 */
@Timeout(120)
class LossReasonTests {

	private static final Duration THIRD = Duration.ofSeconds(10);

	private static final Duration REST = Duration.ofSeconds(21);

	private final Bench bench = new Bench();

	private final ScriptedStore store = this.bench.store();

	private final Hold hold = this.bench.hold(Bench.LEASE);

	private final SingleLease lease = this.bench.open(this.hold, this.bench.renewed());

	@Test
	void lastFailureIsTheReason() {
		this.bench.tickAfter(this.hold, THIRD);
		fail("CROSSSLOT Keys in request don't hash to the same slot");
		this.bench.tickAfter(this.hold, Duration.ofSeconds(1));
		fail("LOADING Redis is loading the dataset in memory.");
		this.bench.clock().advance(REST);
		assertLost(
				"it could not be renewed in time, within its lease of 30s: the last renewal failed: LOADING Redis is "
						+ "loading the dataset in memory. Another holder");
	}

	@Test
	void failureThatAnotherHasSaidIsOneLine() {
		this.bench.tickAfter(this.hold, THIRD);
		fail("ERR no\nsuch shard");
		this.bench.clock().advance(REST);
		assertLost("the last renewal failed: ERR no\\nsuch shard");
	}

	@Test
	void silenceIsTheReasonWhereTheLastAttemptHadNoAnswer() {
		this.bench.tickAfter(this.hold, THIRD);
		fail("LOADING");
		this.bench.tickAfter(this.hold, Duration.ofSeconds(1));
		this.store.next("RENEW");
		this.bench.tickAfter(this.hold, Duration.ofSeconds(1));
		this.store.next("RENEW");
		this.bench.clock().advance(REST);
		assertLost("the last renewal failed: Redis at test did not answer within 1s");
	}

	@Test
	void renewalOnItsWayIsSaidToHaveNoAnswer() {
		this.bench.tickAfter(this.hold, THIRD);
		this.store.next("RENEW");
		this.bench.clock().advance(REST);
		assertLost("it could not be renewed in time, within its lease of 30s: a renewal has had no answer for 21s (the "
				+ "process was paused, or Redis at test was unreachable)");
	}

	@Test
	void failureBeforeARenewalThatWasAnsweredIsNoReason() {
		this.bench.tickAfter(this.hold, THIRD);
		fail("LOADING");
		this.bench.tickAfter(this.hold, Duration.ofSeconds(1));
		this.store.next("RENEW").owned();
		this.bench.clock().advance(REST.plus(THIRD));
		assertLost("it could not be renewed in time, within its lease of 30s (the process was paused, or "
				+ "Redis at test was unreachable)");
	}

	private void fail(String message) {
		this.store.next("RENEW")
			.answer()
			.completeExceptionally(new StoreException(StoreException.Outcome.UNKNOWN, message, null));
	}

	private void assertLost(String reason) {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(this.lease::ensureHeld)
			.withMessageContaining(reason);
	}

}
