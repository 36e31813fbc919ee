package io.github.lockstarter.core;

import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.leader.LeaderListener;
import io.github.lockstarter.leader.Leadership;
import io.github.lockstarter.leader.LeadershipObserver;
import io.github.lockstarter.leader.LockLeaderElection;
import io.github.lockstarter.runtime.ReleaseDeferral;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A leadership on a scripted store, with a clock moved by hand.
 */
@ExtendWith(LogCapture.class)
@Timeout(120)
class LeadershipTests {

	private static final String NAME = "outbox";

	private static final Duration LEASE = Duration.ofSeconds(30);

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final Deferral deferral = new Deferral();

	private final Listener listener = new Listener();

	private final Observer observer = new Observer();

	private ManualTimers timers;

	private LockTemplate locks;

	private LockLeaderElection election;

	LeadershipTests() {
		create(TestSettings.of((settings) -> settings.shutdownTimeout = Duration.ofSeconds(60)));
	}

	private void create(LockSettings settings) {
		this.timers = new ManualTimers(this.clock);
		this.locks = new LockTemplate(this.store, settings, this.timers, List.of(), this.deferral);
		this.election = new LockLeaderElection(this.locks.leaders(), List.of(this.observer));
		this.election.start();
	}

	@AfterEach
	void stop() {
		this.deferral.deferred = null;
		this.deferral.wanted = false;
		this.listener.onGranted = (leadership) -> {
		};
		this.listener.onRevoked = (leadership) -> {
		};
		this.listener.gate.countDown();
		this.store.grantEverything();
		this.store.look(100, Command::succeed);
		this.election.close();
		this.locks.stop();
		assertThat(this.listener.faults).isEmpty();
	}

	@Test
	void closeRevokesBeforeItReleases() {
		Leadership leadership = lead();
		assertThat(leadership.isLeader()).isTrue();
		assertThat(leadership.fencingToken()).isEqualTo(OptionalLong.of(ScriptedStore.TOKEN));
		this.listener.onRevoked = (one) -> {
			assertThat(one.isLeader()).isFalse();
			assertThat(one.fencingToken()).isEqualTo(OptionalLong.of(ScriptedStore.TOKEN));
			this.store.assertQuiet();
		};
		this.store.grantEverything();
		leadership.close();
		assertThat(this.listener.next()).isEqualTo("revoked: it was closed");
		this.store.sent("RELEASE");
		this.store.assertQuiet();
		assertThat(leadership.isLeader()).isFalse();
		assertThat(leadership.fencingToken()).isEmpty();
		leadership.close();
		this.listener.assertQuiet();
	}

	@Test
	void candidateThatClosesIsToldNothing() {
		Leadership leadership = join();
		Command question = this.store.next("ACQUIRE");
		question.held(30_000, 1);
		leadership.close();
		this.store.next("CANCEL").succeed();
		this.listener.assertQuiet();
	}

	@Test
	void grantThatCrossesTheCloseIsGivenBack() {
		Leadership leadership = join();
		Command question = this.store.next("ACQUIRE");
		leadership.close();
		question.owned();
		Command end = this.store.next();
		assertThat(end.verb()).isIn("CANCEL", "RELEASE");
		end.succeed();
		this.listener.assertQuiet();
	}

	@Test
	void shortLeaseOfAHandoverIsRenewedBeforeTheListenerIsTold() {
		Leadership leadership = join();
		Command question = this.store.next("ACQUIRE");
		question.held(30_000, 1);
		this.store.listener().onHandOff(this.store.grant(question.id(), 2_000));
		Command renewal = this.store.next("RENEW");
		assertThat(renewal.millis()).isEqualTo(30_000);
		assertThat(leadership.isLeader()).isFalse();
		this.listener.assertQuiet();
		renewal.owned();
		assertThat(this.listener.next()).isEqualTo("granted");
	}

	@Test
	void handoverThatCannotBeRenewedIsRequestedAgain() {
		join();
		Command question = this.store.next("ACQUIRE");
		question.held(30_000, 1);
		this.store.listener().onHandOff(this.store.grant(question.id(), 2_000));
		this.store.next("RENEW").fail(StoreException.Outcome.UNKNOWN);
		this.store.next("RELEASE").succeed();
		advanceUntilAsked();
		this.store.next("ACQUIRE").owned();
		assertThat(this.listener.next()).isEqualTo("granted");
	}

	@Test
	void storeThatGrantsLessThanRequestedLeavesAQuarterOfThat() {
		join();
		this.store.script((command) -> {
			if (command.verb().equals("RENEW")) {
				command.granted(8_000);
			}
		});
		this.store.next("ACQUIRE").granted(8_000);
		assertThat(this.listener.next()).isEqualTo("granted");
		this.store.script((command) -> command.fail(StoreException.Outcome.UNKNOWN));
		this.clock.advance(Duration.ofMillis(5_800));
		this.listener.assertQuiet();
		this.clock.advance(Duration.ofMillis(400));
		assertThat(this.listener.next()).contains("could not be renewed");
	}

	@Test
	void revokedComesAQuarterOfTheLeaseBeforeItsEnd() {
		Leadership leadership = lead();
		this.store.script((command) -> command.fail(StoreException.Outcome.UNKNOWN));
		this.clock.advance(Duration.ofMillis(22_100));
		assertThat(leadership.isLeader()).isTrue();
		this.listener.assertQuiet();
		this.listener.onRevoked = (one) -> this.listener.await();
		this.clock.advance(Duration.ofMillis(200));
		assertThat(leadership.isLeader()).isFalse();
		assertThat(this.listener.next()).startsWith("revoked: its lease ends in 7")
			.contains("could not be renewed by Redis at test");
		assertThat(this.locks.held()).as("the rest of the lease is the time to stop").hasSize(1);
		this.store.grantEverything();
		this.listener.gate.countDown();
		assertThat(this.listener.next()).as("a candidate again").isEqualTo("granted");
	}

	@Test
	void renewedLeaseHasNoMargin() {
		Leadership leadership = lead();
		this.store.grantEverything();
		for (int i = 0; i < 10; i++) {
			this.clock.advance(Duration.ofMillis(10_100));
			assertThat(this.store.next("RENEW").millis()).isEqualTo(30_000);
		}
		assertThat(leadership.isLeader()).isTrue();
		this.listener.assertQuiet();
	}

	@Test
	void lossIsToldAtOnce() {
		Leadership leadership = lead();
		this.clock.advance(Duration.ofMillis(10_100));
		this.store.next("RENEW").reply(StoreReply.Status.LOST);
		assertThat(this.listener.next()).contains("its lease was lost: Redis at test had granted it to another");
		assertThat(leadership.isLeader()).isFalse();
	}

	@Test
	void pausedProcessIsNoLeaderWhenItContinues() {
		Leadership leadership = lead();
		this.clock.advance(Duration.ofSeconds(40));
		assertThat(leadership.isLeader()).isFalse();
		assertThat(this.listener.next()).startsWith("revoked: its lease was lost");
	}

	@Test
	void lostLeadershipIsRequestedAgain() {
		lead();
		this.clock.advance(Duration.ofMillis(10_100));
		this.store.next("RENEW").reply(StoreReply.Status.LOST);
		assertThat(this.listener.next()).startsWith("revoked");
		Command next = this.store.next();
		next.succeed();
		if (next.verb().equals("RELEASE")) {
			this.store.next("ACQUIRE").owned();
		}
		assertThat(this.listener.next()).isEqualTo("granted");
	}

	@Test
	void yieldReleasesAndQueuesAgain() {
		Leadership leadership = lead();
		leadership.yield();
		assertThat(this.listener.next()).isEqualTo("revoked: it was given up (yield)");
		this.store.next("RELEASE").succeed();
		this.store.next("ACQUIRE").held(30_000, 1);
		assertThat(leadership.isLeader()).isFalse();
		leadership.yield();
		this.listener.assertQuiet();
	}

	@Test
	void listenerMayYieldAndCloseItself() {
		AtomicInteger grants = new AtomicInteger();
		this.listener.onGranted = (one) -> {
			if (grants.incrementAndGet() == 1) {
				one.yield();
			}
			else {
				one.close();
			}
			assertThat(one.isLeader()).isFalse();
		};
		this.store.grantEverything();
		Leadership leadership = join();
		assertThat(this.listener.next()).isEqualTo("granted");
		assertThat(this.listener.next()).isEqualTo("revoked: it was given up (yield)");
		assertThat(this.listener.next()).isEqualTo("granted");
		assertThat(this.listener.next()).isEqualTo("revoked: it was closed");
		leadership.close();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE", "ACQUIRE", "RELEASE");
	}

	@Test
	void closeFromRevokedEndsIt() {
		this.listener.onRevoked = Leadership::close;
		this.store.grantEverything();
		Leadership leadership = join();
		assertThat(this.listener.next()).isEqualTo("granted");
		leadership.yield();
		assertThat(this.listener.next()).isEqualTo("revoked: it was given up (yield)");
		leadership.close();
		assertThat(this.store.verbs()).containsExactly("ACQUIRE", "RELEASE");
	}

	@Test
	void listenerThatThrowsFromGrantedIsRevokedAndAskedAgainAfterAPause(LogCapture.CapturedLog output) {
		this.store.grantEverything();
		this.listener.onGranted = (one) -> {
			throw new IllegalStateException("cannot start");
		};
		join();
		assertThat(this.listener.next()).isEqualTo("granted");
		assertThat(this.listener.next()).isEqualTo("revoked: its listener threw an exception from granted");
		this.store.next("ACQUIRE");
		this.store.next("RELEASE");
		this.store.assertQuiet();
		this.listener.onGranted = (one) -> {
		};
		advanceUntilAsked();
		assertThat(this.listener.next()).isEqualTo("granted");
		assertThat(output).contains("cannot start");
	}

	@Test
	void listenerThatThrowsFromRevokedReleasesNevertheless(LogCapture.CapturedLog output) {
		Leadership leadership = lead();
		this.store.grantEverything();
		this.listener.onRevoked = (one) -> {
			throw new IllegalStateException("cannot stop");
		};
		leadership.close();
		this.store.next("RELEASE");
		assertThat(this.listener.next()).startsWith("revoked");
		assertThat(output).contains("cannot stop");
	}

	@Test
	void listenerThatDoesNotStopKeepsTheLockAndIsReportedWithItsStack(LogCapture.CapturedLog output) throws Exception {
		Leadership leadership = lead();
		this.store.grantEverything();
		this.listener.onRevoked = (one) -> this.listener.await();
		leadership.yield();
		assertThat(this.listener.next()).startsWith("revoked");
		assertThat(this.listener.blocked.await(2, TimeUnit.MINUTES)).isTrue();
		this.clock.advance(Duration.ofMillis(7_400));
		assertThat(output).doesNotContain("has not returned");
		this.clock.advance(Duration.ofMillis(200));
		Awaitility.await()
			.until(() -> output.toString().contains("has not returned from revoked for 7500ms; the lock is kept")
					&& output.toString().contains("Listener.await(LeadershipTests.java"));
		for (int i = 0; i < 5; i++) {
			this.clock.advance(Duration.ofMillis(10_100));
			this.store.next("RENEW");
		}
		this.store.assertQuiet();
		this.listener.gate.countDown();
		this.store.next("RELEASE");
	}

	@Test
	void listenerThatStillStartsIsRevokedAfterwards(LogCapture.CapturedLog output) {
		this.listener.onGranted = (one) -> this.listener.await();
		Leadership leadership = begin();
		this.clock.advance(Duration.ofSeconds(40));
		assertThat(leadership.isLeader()).isFalse();
		Awaitility.await().until(() -> {
			this.clock.advance(Duration.ofSeconds(1));
			return output.toString().contains("so revoked cannot be called")
					&& output.toString().contains("another instance may lead now");
		});
		this.listener.assertQuiet();
		this.listener.gate.countDown();
		assertThat(this.listener.next()).startsWith("revoked: its lease was lost");
	}

	@Test
	void nameIsJoinedOnceAtATime() {
		Leadership leadership = lead();
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> this.election.join(NAME, this.listener))
			.withMessageContaining("'outbox' was joined by this application already");
		this.store.grantEverything();
		leadership.close();
		assertThat(this.listener.next()).startsWith("revoked");
		Leadership again = join();
		assertThat(this.listener.next()).isEqualTo("granted");
		assertThat(this.election.leaderships()).containsExactly(again);
	}

	@Test
	void leaseTimeThatOneLateAnswerWouldEndIsRefused() {
		assertThatExceptionOfType(IllegalArgumentException.class)
			.isThrownBy(() -> this.election.join(NAME, Duration.ofMillis(2_999), this.listener))
			.withMessageContaining("at least 3 times distributed-lock.command-timeout, that is 3s");
	}

	@Test
	void leadershipHasALeaseTimeOfItsOwnAndNoMaximumHold() {
		create(TestSettings.of((settings) -> settings.maxHold = LEASE));
		Leadership leadership = this.election.join(NAME, Duration.ofSeconds(6), this.listener);
		Command question = this.store.next("ACQUIRE");
		assertThat(question.millis()).isEqualTo(6_000);
		question.owned();
		assertThat(this.listener.next()).isEqualTo("granted");
		this.store.grantEverything();
		for (int i = 0; i < 20; i++) {
			this.clock.advance(Duration.ofMillis(2_100));
			assertThat(this.store.next("RENEW").millis()).isEqualTo(6_000);
		}
		assertThat(leadership.isLeader()).isTrue();
		this.listener.assertQuiet();
	}

	@Test
	void refusedRequestsAreRepeatedAndReportedOnce(LogCapture.CapturedLog output) {
		this.store.onStart(() -> {
			throw new IllegalStateException("broken store");
		});
		join();
		Awaitility.await()
			.until(() -> output.toString().contains("could not be requested, which is repeated until it can: broken"));
		int starts = this.store.starts();
		this.clock.advance(Duration.ofSeconds(1));
		this.clock.advance(Duration.ofSeconds(2));
		this.store.onStart(() -> {
		});
		advanceUntilAsked();
		this.store.next("ACQUIRE").owned();
		assertThat(this.listener.next()).isEqualTo("granted");
		assertThat(starts).isZero();
		assertThat(output.toString().split("could not be requested", -1)).hasSize(2);
	}

	@Test
	void stopRevokesAllAtOnceAndReleasesEachWhenItsListenerHasReturned() {
		Leadership slow = lead();
		Listener other = new Listener();
		this.store.grantEverything();
		this.election.join("other", other);
		assertThat(other.next()).isEqualTo("granted");
		this.store.next("ACQUIRE");
		this.listener.onRevoked = (one) -> this.listener.await();
		CompletableFuture<Void> stopped = CompletableFuture.runAsync(this.election::stop);
		assertThat(other.next()).isEqualTo("revoked: the application stops");
		assertThat(this.listener.next()).isEqualTo("revoked: the application stops");
		assertThat(this.store.next("RELEASE").name()).isEqualTo("other");
		this.store.assertQuiet();
		assertThat(stopped).isNotDone();
		this.listener.gate.countDown();
		assertThat(this.store.next("RELEASE").name()).isEqualTo(NAME);
		stopped.join();
		assertThat(slow.isLeader()).isFalse();
	}

	@Test
	void stopOfLeadershipsAndTheDrainShareOneTimeout() {
		lead();
		this.store.grantEverything();
		this.listener.onRevoked = (one) -> this.listener.await();
		Lease other = this.locks.acquire("other");
		long begin = this.clock.nanoTime();
		this.timers.losePatience();
		this.election.stop();
		CompletableFuture.runAsync(this.locks::drain).join();
		assertThat(Duration.ofNanos(this.clock.nanoTime() - begin)).isEqualTo(Duration.ofSeconds(60));
		other.release();
	}

	@Test
	void stoppedElectionIsACandidateAgainAfterAStart() {
		lead();
		this.store.grantEverything();
		this.election.stop();
		assertThat(this.listener.next()).startsWith("revoked");
		this.locks.stop();
		this.locks.start();
		this.listener.assertQuiet();
		this.election.start();
		assertThat(this.listener.next()).isEqualTo("granted");
	}

	@Test
	void candidatesWaitForTheStart() {
		LockLeaderElection later = new LockLeaderElection(this.locks.leaders(), List.of());
		later.join(NAME, this.listener);
		this.store.assertQuiet();
		later.start();
		this.store.next("ACQUIRE").owned();
		assertThat(this.listener.next()).isEqualTo("granted");
		this.store.grantEverything();
		later.close();
		later.close();
		assertThat(this.listener.next()).startsWith("revoked");
		assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> later.join("other", this.listener))
			.withMessageContaining("shutting down");
	}

	@Test
	void yieldInATransactionWaitsForItsEnd() {
		Leadership leadership = lead();
		this.deferral.wanted = true;
		leadership.yield();
		assertThat(leadership.isLeader()).isTrue();
		this.deferral.deferred.ensureHeld();
		this.deferral.wanted = false;
		this.deferral.deferred.end(true);
		assertThat(leadership.isLeader()).isFalse();
		assertThat(this.listener.next()).startsWith("revoked");
	}

	@Test
	void closeInATransactionReturnsAtOnceAndWaitsForItsEnd() {
		Leadership leadership = lead();
		this.deferral.wanted = true;
		leadership.close();
		assertThat(leadership.isLeader()).as("what was written before needs it until the commit").isTrue();
		assertThat(this.election.leaderships()).containsExactly(leadership);
		this.listener.assertQuiet();
		this.deferral.deferred.ensureHeld();
		this.deferral.wanted = false;
		this.deferral.deferred.end(false);
		assertThat(leadership.isLeader()).isFalse();
		assertThat(this.listener.next()).isEqualTo("revoked: it was closed");
		this.store.next("RELEASE").succeed();
		assertThat(this.election.leaderships()).isEmpty();
		this.store.assertQuiet();
	}

	@Test
	void leadershipThatIsLostBeforeTheCommitRollsItsTransactionBack() {
		Leadership leadership = lead();
		this.deferral.wanted = true;
		leadership.close();
		this.clock.advance(Duration.ofSeconds(40));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(this.deferral.deferred::ensureHeld);
		this.deferral.wanted = false;
		this.deferral.deferred.end(false);
		assertThat(this.listener.next()).startsWith("revoked");
		assertThat(this.election.leaderships()).isEmpty();
	}

	@Test
	void candidateThatClosesInATransactionLeavesAtOnce() {
		Leadership leadership = join();
		this.store.next("ACQUIRE").held(30_000, 1);
		this.deferral.wanted = true;
		leadership.close();
		this.deferral.wanted = false;
		assertThat(this.deferral.deferred).as("it has nothing that the transaction needs").isNull();
		this.store.next("CANCEL").succeed();
		assertThat(this.election.leaderships()).isEmpty();
	}

	@Test
	void joinInATransactionDoesNotWaitForItsEnd() {
		this.deferral.wanted = true;
		Leadership leadership = begin();
		assertThat(leadership.isLeader()).isTrue();
		assertThat(this.deferral.deferred).isNull();
	}

	@Test
	void leaderIsDescribedByTheStore() {
		Leadership leadership = lead();
		this.store.script((command) -> {
			if (command.verb().equals("DESCRIBE")) {
				command.answer()
					.complete(StoreReply.of(StoreReply.Status.HELD, this.store.serverTime()).withHolder("orders@host"));
			}
		});
		assertThat(leadership.leader()).hasValue("orders@host");
	}

	@Test
	void observersAreToldInPairs() {
		Leadership leadership = lead();
		this.store.grantEverything();
		leadership.close();
		assertThat(this.observer.events).containsExactly("joined", "granted", "revoked", "left");
	}

	// the pause may not have begun yet
	private void advanceUntilAsked() {
		Awaitility.await().until(() -> {
			this.clock.advance(Duration.ofMillis(100));
			return this.store.unread() > 0;
		});
	}

	private Leadership join() {
		return this.election.join(NAME, this.listener);
	}

	// observers are told when the listener has returned
	private Leadership lead() {
		Leadership leadership = begin();
		Awaitility.await().until(() -> this.observer.events.contains("granted"));
		return leadership;
	}

	private Leadership begin() {
		Leadership leadership = join();
		this.store.next("ACQUIRE").owned();
		assertThat(this.listener.next()).isEqualTo("granted");
		return leadership;
	}

	/**
	 * Records what it is told, and whether the calls come in pairs and one at a time.
	 */
	private static final class Listener implements LeaderListener {

		private final BlockingQueue<String> told = new LinkedBlockingQueue<>();

		private final List<String> faults = new CopyOnWriteArrayList<>();

		private final AtomicInteger inside = new AtomicInteger();

		private final CountDownLatch blocked = new CountDownLatch(1);

		private final CountDownLatch gate = new CountDownLatch(1);

		private volatile boolean leads;

		private volatile Consumer<Leadership> onGranted = (leadership) -> {
		};

		private volatile Consumer<Leadership> onRevoked = (leadership) -> {
		};

		@Override
		public void granted(Leadership leadership) {
			called("granted", false, this.onGranted, leadership);
		}

		@Override
		public void revoked(Leadership leadership, String reason) {
			called("revoked: " + reason, true, this.onRevoked, leadership);
		}

		private void called(String what, boolean led, Consumer<Leadership> action, Leadership leadership) {
			if (this.leads != led || this.inside.incrementAndGet() != 1) {
				this.faults.add(what);
			}
			this.leads = !led;
			this.told.add(what);
			try {
				action.accept(leadership);
			}
			catch (AssertionError ex) {
				this.faults.add(what + " " + ex.getMessage());
				throw ex;
			}
			finally {
				this.inside.decrementAndGet();
			}
		}

		void await() {
			this.blocked.countDown();
			try {
				this.gate.await();
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

		String next() {
			try {
				return Objects.requireNonNull(this.told.poll(60, TimeUnit.SECONDS), "not told");
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
		}

		void assertQuiet() {
			assertThat(this.told).isEmpty();
		}

	}

	private static final class Observer implements LeadershipObserver {

		private final List<String> events = new CopyOnWriteArrayList<>();

		@Override
		public void joined(Leadership leadership) {
			this.events.add("joined");
		}

		@Override
		public void granted(Leadership leadership) {
			this.events.add("granted");
		}

		@Override
		public void revoked(Leadership leadership, String reason) {
			this.events.add("revoked");
		}

		@Override
		public void left(Leadership leadership) {
			this.events.add("left");
		}

	}

	private static final class Deferral implements ReleaseDeferral {

		private volatile boolean wanted;

		private volatile Deferred deferred;

		@Override
		public boolean isWanted() {
			return this.wanted;
		}

		@Override
		public void defer(Deferred release) {
			this.deferred = release;
		}

	}

}
