package io.github.lockstarter.core;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A release that Redis does not answer at once.
 */
@Timeout(120)
class ReleaseTests {

	private final Bench bench = new Bench(
			TestSettings.of((settings) -> settings.commandTimeout = Duration.ofMillis(20)));

	private final ScriptedStore store = this.bench.store();

	ReleaseTests() {
		this.bench.engine().start();
	}

	@AfterEach
	void stop() {
		this.bench.engine().stop();
		Thread.interrupted();
	}

	@Test
	void releaseThatFailsGoesOnInTheBackgroundUntilItIsAnswered() {
		this.store.script((command) -> command.fail(StoreException.Outcome.UNKNOWN));
		SingleLease lease = this.bench.renewedLease();
		lease.close();
		String id = this.store.next("RELEASE").id();
		assertThat(this.store.next("RELEASE").id()).isEqualTo(id);
		assertThat(this.store.next("RELEASE").id()).isEqualTo(id);
		this.store.script((command) -> command.reply(Status.ALREADY));
		assertThat(this.store.next("RELEASE").id()).isEqualTo(id);
		assertThat(this.bench.events()).singleElement().asString().startsWith("released ");
	}

	@Test
	void releaseOfAnotherAtARepetitionIsNoLoss() {
		this.store.script((command) -> command.fail(StoreException.Outcome.UNKNOWN));
		SingleLease lease = this.bench.renewedLease();
		assertThatCode(lease::close).doesNotThrowAnyException();
		this.store.next("RELEASE");
		this.store.script((command) -> command.reply(Status.NOT_OWNER));
		CompletableFuture<StoreReply> answer = this.store.next("RELEASE").answer();
		answer.handle((reply, failure) -> reply).join();
		assertThat(this.bench.events()).singleElement().asString().startsWith("released ");
	}

	@Test
	void repetitionCarriesWhatIsLeftOfTheMinimumHoldByThen() {
		this.store.script((command) -> command.fail(StoreException.Outcome.UNKNOWN));
		this.bench.open(this.bench.hold(Bench.LEASE), new LeaseTerms(Bench.LEASE, true, 5_000, ReleaseMode.CONFIRMED))
			.close();
		assertThat(this.store.next("RELEASE").millis()).isEqualTo(5_000);
		this.bench.clock().advanceMillis(4_000);
		Command repeated = this.store.next("RELEASE");
		while (repeated.millis() == 5_000) {
			repeated = this.store.next("RELEASE");
		}
		assertThat(repeated.millis()).isEqualTo(1_000);
		this.store.script((command) -> command.reply(Status.RELEASED));
	}

	@Test
	void releaseOfALostLeaseIsRepeatedUntilItIsAnswered() {
		SingleLease lease = this.bench.open(this.bench.hold(1_000), Bench.fixed(1_000));
		this.bench.clock().advanceMillis(1_000);
		this.store.script((command) -> command.fail(StoreException.Outcome.UNKNOWN));
		lease.release();
		String id = this.store.next("RELEASE").id();
		assertThat(this.store.next("RELEASE").id()).isEqualTo(id);
		this.store.script((command) -> command.reply(Status.RELEASED));
		assertThat(this.store.next("RELEASE").id()).isEqualTo(id);
	}

	@Test
	void releaseGoesOnAsLongAsARenewalWithoutAnAnswerMayHaveMadeTheLeaseLonger() {
		this.store.script((command) -> command.fail(StoreException.Outcome.UNKNOWN));
		this.bench.renewedLease().close();
		this.store.next("RELEASE");
		this.bench.clock().advanceMillis(Bench.LEASE);
		this.store.verbs();
		this.store.next("RELEASE");
		this.store.next("RELEASE");
	}

	@Test
	void leaseThatIsDroppedIsReleasedAtItsDeadline() {
		this.store.script((command) -> command.reply(Status.RELEASED));
		Hold hold = this.bench.hold(300);
		this.bench.openToDrop(hold, Bench.fixed(300));
		for (int i = 0; i < 200 && this.bench.engine().holds().find(hold.key()) != null; i++) {
			System.gc();
			this.bench.tick(hold);
		}
		Command release = this.store.next("RELEASE");
		assertThat(release.id()).isEqualTo("client:9");
		assertThat(release.millis()).isZero();
	}

	@Test
	void silentReleaseReturnsAfterOneCommandTimeout() {
		SingleLease lease = this.bench.renewedLease();
		lease.close();
		Command silent = this.store.next("RELEASE");
		this.store.next("RELEASE").reply(Status.RELEASED);
		silent.reply(Status.NOT_OWNER);
		assertThat(this.bench.events()).singleElement().asString().startsWith("released ");
	}

	@Test
	void releaseOnAnInterruptedThreadIsAnsweredAndKeepsTheFlag() {
		this.store.script((command) -> CompletableFuture.runAsync(() -> command.reply(Status.RELEASED), Runnable::run));
		SingleLease lease = this.bench.renewedLease();
		Thread.currentThread().interrupt();
		lease.close();
		assertThat(Thread.currentThread().isInterrupted()).isTrue();
		assertThat(this.store.verbs()).containsExactly("RELEASE");
	}

	@Test
	void answerIsAwaitedDespiteAnInterruptWhichIsKept() {
		CompletableFuture<StoreReply> answer = new CompletableFuture<>();
		Thread caller = Thread.currentThread();
		Thread server = new Thread(() -> {
			while (caller.isInterrupted()) {
				Thread.onSpinWait();
			}
			answer.complete(StoreReply.of(Status.RELEASED, ServerTime.NONE));
		});
		caller.interrupt();
		server.start();
		StoreReply reply = AnswerWait.await(answer, this.bench.store(), Duration.ofSeconds(10).toNanos(),
				this.bench.engine().context().runtime());
		assertThat(reply.status()).isEqualTo(Status.RELEASED);
		assertThat(Thread.interrupted()).isTrue();
	}

	@Test
	void silenceIsAnUnknownOutcomeAndSaysForHowLong() {
		assertThatExceptionOfType(StoreException.class)
			.isThrownBy(() -> AnswerWait.await(new CompletableFuture<>(), this.bench.store(), 20_000_000,
					new ThreadRuntime(new SystemLockClock())))
			.withMessage("Redis at test did not answer within 20ms")
			.satisfies((ex) -> assertThat(ex.getOutcome()).isEqualTo(StoreException.Outcome.UNKNOWN));
	}

}
