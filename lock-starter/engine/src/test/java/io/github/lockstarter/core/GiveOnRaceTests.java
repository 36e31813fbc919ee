package io.github.lockstarter.core;

import java.time.Duration;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A caller whose wait ends, or that is interrupted, at the very moment at which the lock
 * is passed to it: it has the turn and must not run away from it.
 */
@Timeout(120)
class GiveOnRaceTests {

	private final Bench bench = new Bench();

	private final LocalPlace turn = this.bench.join(Bench.NAME, this.bench.renewed());

	@AfterEach
	void stop() {
		this.bench.engine().stop();
	}

	@Test
	void callerThatTimesOutAsTheLockIsPassedToItHasTheLock() {
		WaitingCaller<SingleLease> next = await();
		LocalPlace passed = this.bench.engine().queues().advance(this.turn);
		this.bench.clock().advance(Duration.ofSeconds(10));
		passed.inherit(this.bench.granted(Bench.LEASE));
		assertThat(next.result().isHeld()).isTrue();
		this.bench.store().assertQuiet();
	}

	@Test
	void callerThatIsInterruptedAsTheLockIsPassedToItHasTheLock() {
		WaitingCaller<SingleLease> next = await();
		LocalPlace passed = this.bench.engine().queues().advance(this.turn);
		next.interrupt();
		passed.inherit(this.bench.granted(Bench.LEASE));
		assertThat(next.result().isHeld()).isTrue();
	}

	@Test
	void callerThatTimesOutAsItIsAskedForEndsTheQuestion() {
		WaitingCaller<SingleLease> next = await();
		LocalPlace passed = this.bench.engine().queues().advance(this.turn);
		StoreAttempt asked = passed.ask();
		asked.startByYield("client:9");
		this.bench.store().next("YIELD").held(Bench.LEASE, 2);
		this.bench.clock().advance(Duration.ofSeconds(10));
		passed.begin();
		this.bench.store().next("CANCEL").reply(Status.CANCELLED);
		assertThat(next.failure()).hasMessage("HELD_BY_ANOTHER");
		assertThat(this.bench.engine().queues().current(Bench.NAME)).isNull();
	}

	@Test
	void inheritedLeaseThatIsOverIsGivenBackAndAskedForAnew() {
		WaitingCaller<SingleLease> next = await();
		AttemptOutcome.Granted old = this.bench.granted(2_000);
		LocalPlace passed = this.bench.engine().queues().advance(this.turn);
		this.bench.clock().advance(Duration.ofSeconds(2));
		passed.inherit(old);
		assertThat(this.bench.store().next("CANCEL").id()).isEqualTo("client:9");
		this.bench.store().next("ACQUIRE").owned();
		assertThat(next.result().isHeld()).isTrue();
	}

	private WaitingCaller<SingleLease> await() {
		return WaitingCaller.start(this.bench.clock(), () -> {
			SingleEntry contender = this.bench.await(Bench.NAME);
			AttemptOutcome.Failed failed = contender.result().failure();
			if (failed != null) {
				throw new IllegalStateException(failed.reason().name());
			}
			return contender.lease();
		}).waits();
	}

}
