package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.observer.Refusal;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

/**
 * The life of a {@link LockTemplate}: started, stopped, started again.
 */
@ExtendWith(LogCapture.class)
@Timeout(120)
class StopTests {

	private static final LockRequest REQUEST = LockRequest.of(Bench.NAME);

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private LockTemplate locks = template(Duration.ZERO);

	@AfterEach
	void stop() {
		this.locks.stop();
	}

	@Test
	void firstUseStartsAndStartingTwiceStartsOnce() {
		this.store.grantEverything();
		assertThat(this.store.starts()).isZero();
		this.locks.acquire(REQUEST).close();
		this.locks.start();
		this.locks.acquire(REQUEST).close();
		assertThat(this.store.starts()).isOne();
	}

	@Test
	void waitersAreToldThatTheApplicationShutsDown() {
		WaitingCaller<Lease> waiter = acquire();
		Command question = this.store.next("ACQUIRE");
		question.held(30_000, 1);
		waiter.waits();
		WaitingCaller<Lease> behind = acquire().waits();
		this.locks.stop();
		assertShutDown(waiter.failure());
		assertShutDown(behind.failure());
		assertThat(this.store.next("CANCEL").id()).isEqualTo(question.id());
		this.store.assertQuiet();
		assertThat(this.store.stops()).isOne();
	}

	@Test
	void waiterBehindAHolderOfThisInstanceIsToldAtOnce() {
		this.store.grantEverything();
		Lease lease = this.locks.acquire(REQUEST);
		WaitingCaller<Lease> behind = acquire().waits();
		this.locks.stop();
		assertShutDown(behind.failure());
		assertThat(lease.isHeld()).isTrue();
		lease.release();
	}

	@Test
	void newcomersAreRefusedWithoutAQuestion() {
		this.locks.start();
		this.locks.stop();
		for (LockRequest request : List.of(REQUEST, REQUEST.noWait(), REQUEST.fair(true))) {
			assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.locks.tryAcquire(request))
				.withMessageContaining("shutting down");
		}
		this.store.assertQuiet();
	}

	@Test
	void stopBeforeTheFirstUseRefusesToo() {
		this.locks.stop();
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.locks.acquire(REQUEST));
		assertThat(this.store.starts()).isZero();
		assertThat(this.store.stops()).isZero();
	}

	@Test
	void closedLocksRefuseCallersAndCannotBeStartedAgain() {
		this.store.grantEverything();
		this.locks.acquire(REQUEST).close();
		this.locks.close();
		this.locks.close();
		assertThatIllegalStateException().isThrownBy(this.locks::start).withMessageContaining("were closed");
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.locks.acquire(REQUEST))
			.withMessageContaining("has closed them");
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.locks.describe(Bench.NAME))
			.withMessageContaining("has closed them");
		assertThat(this.locks.nonBlocking().acquire(REQUEST, (name) -> null)).isCompletedExceptionally();
		assertThat(this.store.starts()).isOne();
		assertThat(this.store.stops()).isOne();
	}

	@Test
	void locksThatAreClosedBeforeTheirFirstUseAreNeverStarted() {
		this.locks.close();
		assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(() -> this.locks.acquire(REQUEST));
		assertThatIllegalStateException().isThrownBy(this.locks::start);
		assertThat(this.store.starts()).isZero();
	}

	@Test
	void locksNeedAStoreSettingsAndARuntime() {
		LockSettings settings = TestSettings.defaults();
		LockRuntime runtime = new ThreadRuntime(this.clock);
		assertThatNullPointerException().isThrownBy(() -> new LockTemplate(null, settings, runtime))
			.withMessageStartingWith("store: ");
		assertThatNullPointerException().isThrownBy(() -> new LockTemplate(this.store, null, runtime))
			.withMessage("settings");
		assertThatNullPointerException().isThrownBy(() -> new LockTemplate(this.store, settings, null))
			.withMessage("runtime");
	}

	@Test
	void stoppingTwiceStopsOnce() {
		this.locks.start();
		this.locks.stop();
		this.locks.stop();
		assertThat(this.store.stops()).isOne();
	}

	@Test
	void grantThatNobodyHasTakenUpBeforeTheStopIsGivenBack() {
		Bench bench = new Bench();
		SingleEntry contender = bench.contender(Bench.NAME, bench.renewed());
		assertThat(contender.advance(null)).isFalse();
		bench.store().next("ACQUIRE").owned();
		bench.engine().stop();
		assertThat(contender.advance(null)).isTrue();
		assertThat(contender.result().failure()).extracting(AttemptOutcome.Failed::reason).isEqualTo(Refusal.SHUT_DOWN);
		bench.store().next("RELEASE").reply(StoreReply.Status.RELEASED);
		bench.store().assertQuiet();
		assertThat(bench.engine().holds().size()).isZero();
		assertThat(bench.engine().queues().current(Bench.NAME)).isNull();
	}

	@Test
	void stopWaitsForHolders() throws Exception {
		this.locks = template(Duration.ofSeconds(30));
		this.store.grantEverything();
		Lease lease = this.locks.acquire(REQUEST);
		AtomicReference<Boolean> heldAtTheEnd = new AtomicReference<>();
		Thread stopping = new Thread(() -> {
			this.locks.stop();
			heldAtTheEnd.set(lease.isHeld());
		});
		stopping.setDaemon(true);
		stopping.start();
		while (!isRefusing()) {
			Thread.onSpinWait();
		}
		assertThat(this.store.stops()).isZero();
		assertThat(lease.isHeld()).isTrue();
		lease.close();
		stopping.join();
		assertThat(heldAtTheEnd).hasValue(false);
		assertThat(this.store.stops()).isOne();
	}

	@Test
	void holderMayReenterWhileTheApplicationWaitsForIt() throws Exception {
		this.locks = template(Duration.ofSeconds(30));
		this.store.grantEverything();
		try (Lease lease = this.locks.acquire(REQUEST)) {
			Thread stopping = new Thread(this.locks::stop);
			stopping.setDaemon(true);
			stopping.start();
			while (!isRefusing()) {
				Thread.onSpinWait();
			}
			this.locks.acquire(REQUEST).close();
			assertThat(lease.isHeld()).isTrue();
		}
	}

	@Test
	void lockThatIsStillHeldIsNotReleasedAndTheLogSaysSo(LogCapture.CapturedLog output) {
		this.store.grantEverything();
		Lease lease = this.locks.acquire(REQUEST);
		this.locks.stop();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE");
		assertThat(output).contains("1 locks are still held at shutdown");
		this.clock.advance(Duration.ofSeconds(30));
		assertThat(lease.isHeld()).as("no longer renewed").isFalse();
		this.store.verbs();
		lease.release();
	}

	@Test
	void templateWorksAgainAfterARestart() {
		this.store.grantEverything();
		this.locks.start();
		this.locks.stop();
		this.locks.start();
		this.locks.acquire(REQUEST).close();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE");
		assertThat(this.store.starts()).isEqualTo(2);
	}

	@Test
	void commandInTheBackgroundGoesOnAfterARestart() {
		this.store.grantEverything();
		this.locks.start();
		this.locks.stop();
		this.locks.start();
		Lease lease = this.locks.acquire(REQUEST);
		this.store.script((command) -> command.fail(StoreException.Outcome.UNKNOWN));
		lease.close();
		this.store.next("ACQUIRE");
		this.store.next("RELEASE");
		this.store.grantEverything();
		this.store.next("RELEASE");
	}

	@Test
	void stopOnAnInterruptedThreadIsCompleteAndKeepsTheFlag() {
		AtomicReference<Boolean> interruptedWhileStopping = new AtomicReference<>();
		this.store.onStop(() -> interruptedWhileStopping.set(Thread.currentThread().isInterrupted()));
		this.locks.start();
		Thread.currentThread().interrupt();
		this.locks.stop();
		assertThat(Thread.interrupted()).isTrue();
		assertThat(interruptedWhileStopping).as("no connection can be closed then").hasValue(false);
		assertWorksAfterTheStart();
	}

	@Test
	void storeThatFailsDoesNotKeepTheStopFromItsEnd(LogCapture.CapturedLog output) {
		this.store.onStop(() -> {
			throw new IllegalStateException("broken store");
		});
		this.locks.start();
		this.locks.stop();
		assertThat(output).contains("broken store");
		assertWorksAfterTheStart();
	}

	@Test
	void storeThatFailsForOneWaiterIsStoppedAndTellsAll() {
		WaitingCaller<Lease> waiter = acquire();
		this.store.next("ACQUIRE").held(30_000, 1);
		waiter.waits();
		WaitingCaller<Lease> other = WaitingCaller.start(this.clock,
				() -> this.locks.acquire(LockRequest.of("other").fair(true)));
		this.store.next("ACQUIRE").held(30_000, 1);
		other.waits();
		this.store.script((command) -> {
			throw new IllegalStateException("broken store");
		});
		this.locks.stop();
		assertShutDown(waiter.failure());
		assertShutDown(other.failure());
		assertThat(this.store.stops()).isOne();
	}

	@Test
	void storeThatCannotStartLeavesAnEngineThatCanBeStarted() {
		this.store.onStart(() -> {
			throw new IllegalStateException("broken store");
		});
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> this.locks.start())
			.withMessage("broken store");
		assertThat(this.store.stops()).as("what had begun is ended").isOne();
		this.store.onStart(() -> {
		});
		assertWorksAfterTheStart();
	}

	@Test
	void stopDoesNotWaitForALeaseThatIsOver(LogCapture.CapturedLog output) {
		this.locks = template(Duration.ofDays(1));
		this.store.grantEverything();
		Lease over = this.locks.acquire(REQUEST.leaseTime(Duration.ofSeconds(1)));
		this.clock.advance(Duration.ofSeconds(1));
		assertThat(over.isHeld()).isFalse();
		this.locks.stop();
		assertThat(output).doesNotContain("still held at shutdown");
	}

	@Test
	void stopNoticesItselfThatALeaseIsOver() {
		LockTemplate real = new LockTemplate(this.store,
				TestSettings.of((settings) -> settings.shutdownTimeout = Duration.ofDays(1)), new SystemLockClock(),
				List.of());
		this.store.grantEverything();
		Lease over = real.acquire(REQUEST.leaseTime(Duration.ofMillis(300)));
		real.stop();
		over.release();
		assertThat(this.store.stops()).isOne();
	}

	@Test
	void messageCountsOnlyWhatIsReallyHeld(LogCapture.CapturedLog output) {
		this.store.grantEverything();
		Lease over = this.locks.acquire(REQUEST.leaseTime(Duration.ofSeconds(1)));
		Lease held = this.locks.acquire(LockRequest.of("other"));
		this.clock.advance(Duration.ofSeconds(1));
		this.locks.stop();
		assertThat(output).contains("1 locks are still held at shutdown");
		over.release();
		held.release();
	}

	@Test
	void whatWasHeldBeforeARestartIsLostAndSaysNothingToTheStore() {
		this.store.grantEverything();
		Lease before = this.locks.acquire(REQUEST);
		String id = this.store.next("ACQUIRE").id();
		this.locks.stop();
		this.locks.start();
		assertThat(before.isHeld()).as("a copy of this process may hold it, too").isFalse();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(before::close)
			.withMessageContaining("stopped and started again");
		this.store.listener().onHandOff(this.store.grant(id, 2_000));
		this.store.assertQuiet();
		this.locks.acquire(REQUEST).close();
		assertThat(this.store.next("ACQUIRE").id()).doesNotStartWith(id.substring(0, id.indexOf(':') + 1));
	}

	@Test
	void grantFromBeforeARestartIsNotTakenUpAfterIt() {
		Bench bench = new Bench();
		bench.engine().start();
		SingleEntry contender = bench.contender(Bench.NAME, bench.renewed());
		assertThat(contender.advance(null)).isFalse();
		bench.store().next("ACQUIRE").owned();
		bench.engine().stop();
		bench.engine().start();
		assertThat(contender.advance(null)).isTrue();
		assertThat(contender.result().failure()).extracting(AttemptOutcome.Failed::reason).isEqualTo(Refusal.SHUT_DOWN);
		bench.engine().stop();
	}

	private void assertWorksAfterTheStart() {
		this.locks.start();
		this.store.grantEverything();
		this.locks.acquire(REQUEST).close();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE");
		this.store.onStop(() -> {
		});
	}

	private boolean isRefusing() {
		return WaitingCaller.start(this.clock, () -> {
			try {
				this.locks.acquire(LockRequest.of("other").noWait()).close();
				return false;
			}
			catch (LockUnavailableException ex) {
				return true;
			}
		}).result();
	}

	private static void assertShutDown(Throwable failure) {
		assertThat(failure).isInstanceOf(LockUnavailableException.class).hasMessageContaining("shutting down");
	}

	private LockTemplate template(Duration shutdownTimeout) {
		return new LockTemplate(this.store, TestSettings.of((settings) -> settings.shutdownTimeout = shutdownTimeout),
				this.clock, List.of());
	}

	private WaitingCaller<Lease> acquire() {
		return WaitingCaller.start(this.clock, () -> this.locks.acquire(REQUEST));
	}

}
