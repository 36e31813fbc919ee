package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

/**
 * What is a loss, and what only looks like one.
 */
@Timeout(120)
class LossVerdictTests {

	private final Bench bench = new Bench(TestSettings.of((settings) -> settings.maxPasses = 0));

	private final ScriptedStore store = this.bench.store();

	@Test
	void leaseThatWasClosedInTimeIsNotLostBecauseItsReleaseWasSlow() {
		SingleLease lease = this.bench.open(this.bench.hold(500), Bench.fixed(500));
		this.bench.clock().advanceMillis(400);
		this.store.script((command) -> {
			this.bench.clock().advanceMillis(200);
			command.reply(Status.NOT_OWNER);
		});
		assertThatCode(lease::close).doesNotThrowAnyException();
	}

	@Test
	void releaseAfterAYieldWithoutAnAnswerIsARepetition() {
		LocalPlace turn = join();
		join();
		this.store.script((command) -> {
			if (command.verb().equals("YIELD")) {
				command.fail(StoreException.Outcome.UNKNOWN);
			}
			else {
				command.reply(Status.NOT_OWNER);
			}
		});
		AttemptOutcome.Granted granted = this.bench.granted(Bench.LEASE);
		assertThat(this.bench.handover(granted.ownership(), granted.deadline(), true, 0).run(turn))
			.as("still ours, as far as is known")
			.isTrue();
	}

	@Test
	void inheritedLeaseThatWasOverBeforeItWasHeldIsNotLostAndKeepsTheTurn() {
		LocalPlace turn = join();
		WaitingCaller<SingleLease> caller = WaitingCaller.start(this.bench.clock(), () -> {
			SingleEntry contender = this.bench.await(Bench.NAME);
			assertThat(contender.result().failure()).isNull();
			return contender.lease();
		}).waits();
		LocalPlace behind = join();
		AttemptOutcome.Granted granted = this.bench.granted(500);
		LocalPlace passed = this.bench.engine().queues().advance(turn);
		this.bench.clock().advanceMillis(500);
		passed.inherit(granted);
		this.store.next("CANCEL");
		ScriptedStore.Command question = this.store.next("ACQUIRE");
		assertThat(this.bench.events()).as("nobody worked under it").isEmpty();
		assertThat(behind.isCurrent()).as("the one ahead asks anew").isFalse();
		question.owned();
		assertThat(caller.result().isHeld()).isTrue();
		this.bench.engine().stop();
	}

	@Test
	void listenerOnALeaseThatIsClosedIsNotTold() throws Exception {
		Hold hold = this.bench.hold(1_000);
		SingleLease outer = this.bench.open(hold, Bench.fixed(1_000));
		SingleLease inner = Bench.reenter(hold, Bench.fixed(1_000));
		inner.close();
		CountDownLatch told = new CountDownLatch(1);
		inner.onLost(told::countDown);
		this.bench.clock().advance(Duration.ofSeconds(1));
		assertThat(outer.isHeld()).isFalse();
		assertThat(told.await(200, TimeUnit.MILLISECONDS)).isFalse();
	}

	@Test
	void lostLeaseNobodyCanReachIsForgotten() {
		Hold hold = this.bench.hold(1_000);
		this.bench.openToDrop(hold, Bench.fixed(1_000));
		this.bench.tickAfter(hold, Duration.ofSeconds(1));
		for (int i = 0; i < 200 && this.bench.engine().holds().find(hold.key()) != null; i++) {
			System.gc();
			this.bench.tick(hold);
		}
		assertThat(this.bench.engine().holds().find(hold.key())).as("or its thread can never have the lock again")
			.isNull();
	}

	private LocalPlace join() {
		return this.bench.join(Bench.NAME, this.bench.renewed());
	}

}
