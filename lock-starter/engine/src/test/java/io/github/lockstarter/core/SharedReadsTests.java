package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.core.ScriptedStore.Command;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Readers of one JVM, which ask the store once for all of them.
 */
@Timeout(120)
class SharedReadsTests {

	private static final LockRequest READ = LockRequest.of(Bench.NAME).mode(LockMode.READ);

	private final List<Lease> held = new ArrayList<>();

	private final ManualClock clock = new ManualClock();

	private final ScriptedStore store = new ScriptedStore(this.clock);

	private final LockTemplate locks = new LockTemplate(this.store, TestSettings.defaults(), this.clock, List.of());

	SharedReadsTests() {
		this.store.grantEverything();
	}

	@AfterEach
	void stop() {
		this.locks.stop();
	}

	@Test
	void readersAskOnceAndGiveBackOnce() throws Exception {
		Lease one = read(READ);
		Lease two = read(READ);
		Lease three = read(READ.noWait());
		assertThat(two.fencingToken()).isEqualTo(one.fencingToken());
		assertThat(this.store.verbs()).containsExactly("SHARE");
		one.close();
		three.close();
		assertThat(two.isHeld()).isTrue();
		assertThat(this.store.verbs()).isEmpty();
		two.close();
		assertThat(this.store.verbs()).containsExactly("RELEASE");
		read(READ).close();
		assertThat(this.store.verbs()).as("nobody reads any more").containsExactly("SHARE", "RELEASE");
	}

	@Test
	void whoWantsMoreThanToReadAsksByItself() throws Exception {
		Lease one = read(READ);
		Lease fixed = read(READ.leaseTime(Duration.ofSeconds(5)));
		Lease kept = read(READ.minHold(Duration.ofSeconds(5)));
		Lease fair = read(READ.fair(true));
		assertThat(this.store.verbs()).containsExactly("SHARE", "SHARE", "SHARE", "SHARE");
		one.close();
		fixed.close();
		kept.close();
		fair.close();
		assertThat(this.store.verbs()).containsExactly("RELEASE", "RELEASE", "RELEASE", "RELEASE");
	}

	@Test
	void readersOfALaterTurnAskAnew() throws Exception {
		Lease one = read(READ);
		this.clock.advance(TestSettings.defaults().cohortMaxTime());
		Lease two = read(READ);
		assertThat(this.store.verbs()).as("a writer elsewhere may wait").containsExactly("SHARE", "SHARE");
		one.close();
		two.close();
		assertThat(this.store.verbs()).containsExactly("RELEASE", "RELEASE");
	}

	@Test
	void noMoreReadersThanABatchHaveOneShare() throws Exception {
		List<Lease> leases = new ArrayList<>();
		for (int i = 0; i < 65; i++) {
			leases.add(read(READ));
		}
		assertThat(this.store.verbs()).containsExactly("SHARE", "SHARE");
		leases.forEach(Lease::close);
		assertThat(this.store.verbs()).containsExactly("RELEASE", "RELEASE");
	}

	@Test
	void readersThatWaitedComeInTogetherAlsoWhereNobodyMayJoinLater() throws Exception {
		this.store.script((command) -> {
		});
		LockSettings noTurns = TestSettings.of((settings) -> settings.maxTime = Duration.ZERO);
		LockTemplate apart = new LockTemplate(this.store, noTurns, this.clock, List.of());
		CompletableFuture<Lease> one = reading(apart, READ);
		Command asked = this.store.next("SHARE");
		CompletableFuture<Lease> two = reading(apart, READ);
		awaitQueued(2);
		asked.owned();
		assertThat(two.get(120, TimeUnit.SECONDS).fencingToken()).isEqualTo(one.get().fencingToken());
		CompletableFuture<Lease> late = reading(apart, READ);
		this.store.next("SHARE").owned();
		assertThat(late.get(120, TimeUnit.SECONDS).isHeld()).isTrue();
		apart.stop();
	}

	@Test
	void readersWaitForTheOneThatAsks() throws Exception {
		this.store.script((command) -> {
		});
		CompletableFuture<Lease> one = reading(READ);
		Command asked = this.store.next("SHARE");
		List<CompletableFuture<Lease>> others = List.of(reading(READ), reading(READ), reading(READ));
		awaitQueued(4);
		assertThat(this.store.verbs()).isEmpty();
		asked.owned();
		one.get(120, TimeUnit.SECONDS);
		for (CompletableFuture<Lease> other : others) {
			assertThat(other.get(120, TimeUnit.SECONDS).isHeld()).isTrue();
		}
		assertThat(this.store.verbs()).isEmpty();
	}

	@Test
	void readersBehindOneThatIsRefusedAskThemselves() throws Exception {
		this.store.script((command) -> {
		});
		CompletableFuture<Lease> one = reading(READ.waitTime(Duration.ofSeconds(1)));
		Command asked = this.store.next("SHARE");
		CompletableFuture<Lease> two = reading(READ.waitTime(Duration.ofSeconds(60)));
		awaitQueued(2);
		asked.held(10_000, 1);
		this.clock.advance(Duration.ofSeconds(1));
		this.store.next("CANCEL").reply(Status.CANCELLED);
		assertThat(one).failsWithin(Duration.ofSeconds(120))
			.withThrowableThat()
			.withCauseInstanceOf(LockNotAcquiredException.class);
		this.store.next("SHARE").owned();
		assertThat(two.get(120, TimeUnit.SECONDS).isHeld()).isTrue();
	}

	@Test
	void aLossIsALossForAllAndWhoComesThenAsks() throws Exception {
		Lease one = read(READ);
		Lease two = read(READ);
		assertThat(this.store.verbs()).containsExactly("SHARE");
		this.store.listener().onTaken(this.store.clientId() + ":1");
		assertThat(one.isHeld()).isFalse();
		assertThat(two.isHeld()).isFalse();
		Lease three = read(READ);
		assertThat(this.store.next("SHARE").id()).isNotEqualTo(this.store.clientId() + ":1");
		assertThat(three.isHeld()).isTrue();
		three.close();
	}

	@Test
	void oneThatIsLostGivesNothingBackThatAnotherHas() throws Exception {
		Lease one = read(READ);
		this.clock.advance(TestSettings.defaults().cohortMaxTime().dividedBy(2));
		Lease two = read(READ);
		assertThat(this.store.verbs()).containsExactly("SHARE");
		this.store.script((command) -> {
		});
		this.clock.advance(Duration.ofSeconds(31));
		assertThat(one.isHeld()).isFalse();
		this.store.grantEverything();
		assertThatExceptionOfType(LockLostException.class).isThrownBy(one::close);
		assertThat(this.store.verbs()).doesNotContain("RELEASE");
		assertThatExceptionOfType(LockLostException.class).isThrownBy(two::close);
		assertThat(this.store.next().verb()).isEqualTo("RELEASE");
	}

	@Test
	void oneThatAStopHasGivenBackLeavesOnce() throws Exception {
		Lease one = read(READ);
		Lease two = read(READ);
		assertThat(this.store.verbs()).containsExactly("SHARE");
		((SingleLease) one).hold().giveBack();
		one.close();
		assertThat(this.store.verbs()).as("another one reads on").isEmpty();
		two.close();
		assertThat(this.store.verbs()).containsExactly("RELEASE");
	}

	@Test
	void minimumHoldOfOneThatHasLeftIsKeptByTheLast() throws Exception {
		Lease outer = this.locks.acquire(READ);
		Lease kept = this.locks.acquire(READ.minHold(Duration.ofSeconds(10)));
		Lease other = read(READ);
		assertThat(this.store.verbs()).containsExactly("SHARE");
		outer.close();
		kept.close();
		other.close();
		Command release = this.store.next("RELEASE");
		assertThat(release.millis()).isEqualTo(10_000);
	}

	@Test
	void oneThatLeavesLongAfterTheGrantIsToldOfALossThatOnlyTheStoreKnows() throws Exception {
		Lease one = read(READ);
		Lease two = read(READ);
		Lease sent = read(READ.release(ReleaseMode.SENT));
		Lease last = read(READ);
		this.clock.advance(TestSettings.defaults().cohortMaxTime());
		assertThat(this.store.verbs()).containsExactly("SHARE");
		one.close();
		Command asked = this.store.next("RENEW");
		assertThat(asked.millis()).as("its lease stays as it is").isOne();
		sent.close();
		assertThat(this.store.verbs()).as("it does not wait to know").isEmpty();
		this.store.script((command) -> command.reply(Status.LOST));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(two::close);
		this.store.next("RENEW");
		this.store.grantEverything();
		Lease later = read(READ);
		assertThat(this.store.next("SHARE").id()).isNotEqualTo(asked.id());
		later.close();
		last.close();
	}

	@Test
	void oneThatAsksIsNotLostBecauseTheLastOneGivesBackMeanwhile() throws Exception {
		Lease one = read(READ);
		Lease two = read(READ);
		this.clock.advance(TestSettings.defaults().cohortMaxTime());
		assertThat(this.store.verbs()).containsExactly("SHARE");
		this.store.script((command) -> {
		});
		Thread leaver = new Thread(one::close);
		leaver.start();
		Command asked = this.store.next("RENEW");
		this.store.grantEverything();
		two.close();
		assertThat(this.store.verbs()).as("of two that leave one is asking").containsExactly("RENEW");
		asked.owned();
		leaver.join();
		assertThat(this.store.verbs()).containsExactly("RELEASE");
	}

	@Test
	void oneWhoseQuestionCannotBeSentLeavesAllTheSame() throws Exception {
		Lease one = read(READ);
		Lease two = read(READ);
		this.clock.advance(TestSettings.defaults().cohortMaxTime());
		this.store.script((command) -> {
			throw new IllegalStateException("broken");
		});
		one.close();
		this.store.grantEverything();
		two.close();
		assertThat(this.store.verbs()).as("the question was not sent").containsExactly("SHARE", "RELEASE");
	}

	@Test
	void oneRenewalOfThemIsOneForWhoComesThen() throws Exception {
		Lease one = read(READ);
		assertThat(one.isHeld()).isTrue();
		Lease again = this.locks.acquire(READ);
		assertThat(again.fencingToken()).isEqualTo(one.fencingToken());
		again.close();
		one.close();
		assertThat(this.store.verbs()).containsExactly("SHARE", "RELEASE");
	}

	private void awaitQueued(int readers) {
		OwnershipContract.soon().until(() -> this.waiting == readers);
		// each of them is in the queue, or about to be, and none asks: the one before it
		// does
		OwnershipContract.soon()
			.until(() -> this.threads.stream()
				.allMatch((thread) -> thread.getState() == Thread.State.WAITING
						|| thread.getState() == Thread.State.TIMED_WAITING));
	}

	private final List<Thread> threads = new ArrayList<>();

	private volatile int waiting;

	/**
	 * A reader on a thread of its own.
	 */
	private CompletableFuture<Lease> reading(LockRequest request) {
		return reading(this.locks, request);
	}

	private CompletableFuture<Lease> reading(LockTemplate template, LockRequest request) {
		CompletableFuture<Lease> lease = new CompletableFuture<>();
		Thread thread = new Thread(() -> {
			try {
				lease.complete(template.acquire(request));
			}
			catch (RuntimeException ex) {
				lease.completeExceptionally(ex);
			}
		});
		this.threads.add(thread);
		this.waiting++;
		thread.start();
		lease.thenAccept(this.held::add);
		return lease;
	}

	private Lease read(LockRequest request) throws Exception {
		Lease lease = reading(request).get(120, TimeUnit.SECONDS);
		this.threads.clear();
		this.waiting = 0;
		return lease;
	}

}
