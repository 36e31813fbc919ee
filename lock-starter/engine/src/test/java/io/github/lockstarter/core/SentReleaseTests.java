package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A holder that goes on when its release is sent.
 */
@Timeout(120)
class SentReleaseTests {

	private static final LeaseTerms SENT = new LeaseTerms(Bench.LEASE, true, 0, ReleaseMode.SENT);

	private final Bench bench = new Bench(
			TestSettings.of((settings) -> settings.commandTimeout = Duration.ofSeconds(1)));

	private final ScriptedStore store = this.bench.store();

	private final BlockingQueue<Thread> told = new LinkedBlockingQueue<>();

	SentReleaseTests() {
		this.bench.engine().start();
	}

	@AfterEach
	void stop() {
		this.bench.engine().stop();
		Thread.interrupted();
	}

	@Test
	void holderGoesOnBeforeTheAnswerAndTheReleaseIsToldWithIt() {
		SingleLease lease = sentLease();
		lease.close();
		Command release = this.store.next("RELEASE");
		assertThat(release.answer()).isNotDone();
		assertThat(lease.isHeld()).isFalse();
		assertThat(this.bench.events()).isEmpty();
		release.reply(Status.RELEASED);
		assertThat(this.bench.events()).singleElement().asString().startsWith("released ");
	}

	@Test
	void holdThatIsToldEndsWhenTheHolderGoesOn() {
		SingleLease lease = sentLease();
		this.bench.clock().advanceMillis(3_000);
		lease.close();
		this.bench.clock().advanceMillis(5_000);
		this.store.next("RELEASE").reply(Status.RELEASED);
		assertThat(this.bench.events()).singleElement().asString().endsWith("after 3000");
	}

	@Test
	void lossThatOnlyTheStoreKnewIsToldAndNotThrown() throws Exception {
		SingleLease lease = sentLease();
		lease.onLost(this::tell);
		lease.close();
		lease.close();
		assertThat(this.told).isEmpty();
		this.store.next("RELEASE").reply(Status.NOT_OWNER);
		assertThat(this.told.poll(120, TimeUnit.SECONDS).getName()).startsWith("distributed-lock-listener-");
		assertThat(this.bench.events()).singleElement().asString().startsWith("lost ").contains("TAKEN");
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::ensureHeld);
		assertThat(this.told).as("told once").isEmpty();
	}

	@Test
	void listenerOfALeaseThatIsDroppedAfterItsCloseIsTold() throws Exception {
		closeWithListener(new Object());
		for (int i = 0; i < 5; i++) {
			System.gc();
		}
		this.store.next("RELEASE").reply(Status.NOT_OWNER);
		assertThat(this.told.poll(120, TimeUnit.SECONDS)).isNotNull();
	}

	private void closeWithListener(Object user) {
		SingleLease lease = sentLease();
		lease.onLost(() -> {
			assertThat(user).isNotNull();
			tell();
		});
		lease.close();
	}

	@Test
	void lossByTheLocalDeadlineIsThrown() {
		SingleLease lease = sentLease();
		this.bench.clock().advanceMillis(Bench.LEASE);
		assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::close);
		assertThat(this.bench.events()).singleElement().asString().startsWith("lost ");
	}

	@Test
	void refusalAfterTheLocalDeadlineIsNoLoss() {
		sentLease().close();
		this.bench.clock().advanceMillis(Bench.LEASE);
		this.store.next("RELEASE").reply(Status.NOT_OWNER);
		assertThat(this.bench.events()).singleElement().asString().startsWith("released ");
	}

	@Test
	void releaseWithoutAConnectionIsRepeatedUntilItIsAnswered() {
		this.store.script((command) -> command.fail(StoreException.Outcome.NOT_SENT));
		sentLease().close();
		String id = this.store.next("RELEASE").id();
		assertThat(this.store.next("RELEASE").id()).isEqualTo(id);
		this.store.script((command) -> command.reply(Status.RELEASED));
		assertThat(this.store.next("RELEASE").id()).isEqualTo(id);
		assertThat(this.bench.events()).singleElement().asString().startsWith("released ");
	}

	@Test
	void storeThatThrowsIsAskedAgain() {
		this.store.script((command) -> {
			throw new IllegalStateException("broken");
		});
		sentLease().close();
		this.store.script((command) -> command.reply(Status.RELEASED));
		this.store.next("RELEASE");
		assertThat(this.bench.events()).singleElement().asString().startsWith("released ");
	}

	@Test
	void repetitionCarriesWhatIsLeftOfTheMinimumHold() {
		this.bench.open(this.bench.hold(Bench.LEASE), new LeaseTerms(Bench.LEASE, true, 5_000, ReleaseMode.SENT))
			.close();
		Command release = this.store.next("RELEASE");
		assertThat(release.millis()).isEqualTo(5_000);
		this.bench.clock().advanceMillis(4_000);
		release.fail(StoreException.Outcome.UNKNOWN);
		Command repeated = this.store.next("RELEASE");
		assertThat(repeated.millis()).isEqualTo(1_000);
		repeated.reply(Status.RELEASED);
	}

	@Test
	void leaseThatIsClosedLastDecides() {
		Hold hold = this.bench.hold(Bench.LEASE);
		SingleLease confirmed = this.bench.open(hold, this.bench.renewed());
		SingleLease sent = Bench.reenter(hold, SENT);
		confirmed.close();
		this.store.assertQuiet();
		sent.close();
		Command release = this.store.next("RELEASE");
		assertThat(this.bench.events()).isEmpty();
		release.reply(Status.RELEASED);
	}

	@Test
	void closeOnAnInterruptedThreadKeepsTheFlag() {
		SingleLease lease = sentLease();
		Thread.currentThread().interrupt();
		lease.close();
		assertThat(Thread.interrupted()).isTrue();
		this.store.next("RELEASE").reply(Status.RELEASED);
	}

	@Test
	void endOfACallerWithoutAThreadIsThereAtOnce() {
		SingleLease lease = sentLease();
		assertThat(lease.end(WorkEnd.NORMAL)).isCompletedWithValueMatching((lost) -> lost.isEmpty());
		assertThat(this.bench.events()).isEmpty();
		this.store.next("RELEASE").reply(Status.NOT_OWNER);
		assertThat(this.bench.events()).singleElement().asString().startsWith("lost ");
	}

	@Test
	void severalLocksAreSentTogether() {
		Bench own = new Bench();
		LockTemplate locks = new LockTemplate(own.store(), TestSettings.defaults(), own.clock(), List.of());
		own.store().script((command) -> {
			if (!command.verb().equals("RELEASE")) {
				command.succeed();
			}
		});
		Lease lease = locks.acquire(LockRequest.ofAll("a", "b").release(ReleaseMode.SENT));
		lease.close();
		assertThat(own.store().verbs()).containsExactly("ACQUIRE", "ACQUIRE", "RELEASE", "RELEASE");
		locks.stop();
	}

	@Test
	void settingIsForRequestsThatSayNothing() {
		LockSettings sent = TestSettings.of((settings) -> settings.release = ReleaseMode.SENT);
		assertThat(LeaseTerms.of(LockRequest.of("a"), sent).release()).isEqualTo(ReleaseMode.SENT);
		assertThat(LeaseTerms.of(LockRequest.of("a").release(ReleaseMode.CONFIRMED), sent).release())
			.isEqualTo(ReleaseMode.CONFIRMED);
		assertThat(LeaseTerms.of(LockRequest.of("a"), TestSettings.defaults()).release())
			.isEqualTo(ReleaseMode.CONFIRMED);
	}

	private SingleLease sentLease() {
		return this.bench.open(this.bench.hold(Bench.LEASE), SENT);
	}

	private void tell() {
		this.told.add(Thread.currentThread());
	}

}
