package io.github.lockstarter.session;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.session.MemoryDirectory.Answers;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * A store of sessions where answers are late or lost, or a session is over.
 */
class SessionLockStoreTests {

	private static final String LOCK = "lock";

	private static final int READ = 0;

	private static final long LEASE = 15_000;

	private static final long WAIT = 60_000;

	private final MemoryServer server = new MemoryServer();

	private final List<Instance> instances = new ArrayList<>();

	@AfterEach
	void stop() {
		this.instances.forEach((instance) -> instance.store.stop());
	}

	@Test
	void commandsAboutALockAreDoneInTheirOrder() {
		Instance a = instance();
		a.directory.answers(Answers.HELD);
		CompletionStage<StoreReply> acquired = a.acquire(1);
		CompletionStage<StoreReply> released = a.release(1);
		CompletionStage<StoreReply> next = a.acquire(2);
		a.directory.answers(Answers.ARRIVE);
		assertThat(answer(acquired).status()).isEqualTo(Status.OWNED);
		assertThat(answer(released).status()).isEqualTo(Status.RELEASED);
		assertThat(answer(next).status()).isEqualTo(Status.OWNED);
		assertThat(answer(next).firstToken()).isGreaterThan(answer(acquired).lastToken());
	}

	@Test
	void lockThatIsSlowDelaysNoOther() {
		Instance a = instance();
		a.directory.answers(Answers.HELD);
		CompletionStage<StoreReply> slow = a.acquire(1);
		CompletionStage<StoreReply> other = a.store.acquire("other", a.id(2), LEASE, WAIT, LockStore.NO_LIMIT);
		assertThat(this.server.line("other")).as("it was sent").hasSize(1);
		a.directory.answers(Answers.ARRIVE);
		assertThat(answer(other).status()).isEqualTo(Status.OWNED);
		assertThat(answer(slow).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void renewalComesAfterTheCommandThatWasGivenBefore() {
		Instance a = instance();
		a.directory.answers(Answers.HELD);
		CompletionStage<StoreReply> acquired = a.acquire(1);
		CompletionStage<StoreReply> renewed = a.store.renew(LOCK, a.id(1), LEASE);
		assertThat(renewed.toCompletableFuture()).isNotDone();
		a.directory.answers(Answers.ARRIVE);
		assertThat(answer(acquired).status()).isEqualTo(Status.OWNED);
		assertThat(answer(renewed).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void manyLocksAreRenewedByOneTransaction() {
		Instance a = instance();
		List<Renewal> renewals = new ArrayList<>();
		for (int i = 0; i < 50; i++) {
			answer(a.store.acquire("lock " + i, a.id(i), LEASE, WAIT, LockStore.NO_LIMIT));
			renewals.add(new Renewal("lock " + i, a.id(i), LEASE));
		}
		int before = this.server.checks();
		assertThat(a.store.renew(renewals))
			.allSatisfy((reply) -> assertThat(answer(reply).status()).isEqualTo(Status.OWNED));
		assertThat(this.server.checks() - before).isEqualTo(1);
	}

	@Test
	void leaseEndsBeforeTheSessionCan() {
		Instance a = instance();
		a.directory.heard((now) -> now.plusMillis(-25_000));
		assertThat(answer(a.acquire(1)).leaseMillis()).as("of 30 s less the drift of clocks").isEqualTo(4_700);
		a.directory.heard((now) -> now.plusMillis(-27_000));
		assertThat(answer(a.store.renew(LOCK, a.id(1), LEASE)).leaseMillis()).as("never shorter")
			.isBetween(4_000L, 4_700L);
		a.directory.heard((now) -> now);
		assertThat(answer(a.store.renew(LOCK, a.id(1), LEASE)).leaseMillis()).isEqualTo(LEASE);
		assertThat(answer(a.store.renew(LOCK, a.id(1), 100_000)).leaseMillis()).isEqualTo(20_000);
	}

	@Test
	void sessionThatMayBeOverGrantsNothing() {
		Instance a = instance();
		a.directory.heard((now) -> now.plusMillis(-29_800));
		assertThat(failure(a.acquire(1)).getOutcome()).isEqualTo(StoreException.Outcome.UNKNOWN);
		a.directory.heard((now) -> now);
		assertThat(answer(a.acquire(1)).status()).as("it has kept its place").isEqualTo(Status.OWNED);
		assertThat(this.server.line(LOCK)).hasSize(1);
	}

	@Test
	void waiterIsNotHandedALockByASessionThatMayBeOver() {
		Instance a = instance();
		Instance b = instance();
		answer(a.acquire(1));
		b.directory.heard((now) -> now.plusMillis(-29_800));
		answer(b.acquire(1));
		answer(a.release(1));
		assertThat(b.messages).isEmpty();
	}

	@Test
	void waiterIsHandedALockWithoutACheckWhileItsSessionIsSureToOutliveTheLease() {
		Instance a = instance();
		Instance b = instance();
		answer(a.acquire(1));
		answer(b.acquire(1));
		int before = this.server.checks();
		answer(a.release(1));
		assertThat(b.messages).extracting(PushMessage::id).containsExactly(b.id(1));
		assertThat(b.messages.get(0).millis()).isEqualTo(2_000);
		assertThat(this.server.checks()).isEqualTo(before);
	}

	@Test
	void waiterIsHandedALockAfterACheckIfItsSessionMayEndBeforeTheLease() {
		Instance a = instance();
		Instance b = instance();
		answer(a.acquire(1));
		// Of 30 s, less the drift of clocks, less than the provisional lease is left.
		b.directory.heard((now) -> now.plusMillis(-28_000));
		answer(b.acquire(1));
		b.directory.heard((now) -> now);
		int before = this.server.checks();
		answer(a.release(1));
		assertThat(b.messages).extracting(PushMessage::id).containsExactly(b.id(1));
		assertThat(this.server.checks()).isEqualTo(before + 1);
	}

	@Test
	void waiterOfALaterSessionIsNotHandedALockOnTheProofOfAnEarlierOne() {
		Instance a = instance();
		Instance b = instance();
		answer(a.acquire(1));
		answer(b.acquire(1));
		b.directory.over();
		b.directory.connected();
		b.directory.heard((now) -> now.plusMillis(-29_800));
		answer(b.acquire(1));
		answer(a.release(1));
		assertThat(b.messages).isEmpty();
	}

	@Test
	void waiterWhoseLookHasNoAnswerLooksAgain() {
		Instance a = instance();
		Instance b = instance();
		answer(a.acquire(1));
		answer(b.acquire(1));
		b.directory.answers(Answers.LOST);
		answer(a.release(1));
		assertThat(b.messages).isEmpty();
		b.directory.answers(Answers.ARRIVE);
		Awaitility.await().until(() -> !b.messages.isEmpty());
		assertThat(b.messages.get(0).id()).isEqualTo(b.id(1));
	}

	@Test
	void answerOfASessionThatIsOverGrantsNothing() {
		Instance a = instance();
		a.directory.answers(Answers.HELD);
		CompletionStage<StoreReply> late = a.acquire(1);
		a.directory.over();
		a.directory.answers(Answers.ARRIVE);
		assertThat(failure(late).getOutcome()).isEqualTo(StoreException.Outcome.UNKNOWN);
		a.directory.connected();
		assertThat(answer(a.store.renew(LOCK, a.id(1), LEASE)).status()).isEqualTo(Status.LOST);
		assertThat(answer(a.acquire(2)).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void renewalThatIsAnsweredAfterTheSessionProlongsNothing() {
		Instance a = instance();
		answer(a.acquire(1));
		a.directory.answers(Answers.HELD);
		CompletionStage<StoreReply> late = a.store.renew(LOCK, a.id(1), LEASE);
		a.directory.over();
		assertThat(a.taken).containsExactly(a.id(1));
		a.directory.answers(Answers.ARRIVE);
		assertThat(failure(late).getOutcome()).isEqualTo(StoreException.Outcome.UNKNOWN);
	}

	@Test
	void checkOfAPlaceThatIsAnsweredInALaterSessionConfirmsNothing() {
		Instance a = instance();
		answer(a.acquire(1));
		a.directory.answers(Answers.HELD);
		CompletionStage<StoreReply> late = a.acquire(1);
		a.directory.over();
		a.directory.connected();
		a.directory.answers(Answers.ARRIVE);
		assertThat(failure(late)).as("the place was there in the session before").isNotNull();
		assertThat(failure(late).getOutcome()).isEqualTo(StoreException.Outcome.UNKNOWN);
	}

	@Test
	void lastQuestionOfAWaiterThatIsAnsweredInALaterSessionConfirmsNothing() {
		Instance a = instance();
		Instance b = instance();
		answer(a.acquire(1));
		b.directory.heard((now) -> now.plusMillis(-29_800));
		answer(b.acquire(1));
		answer(a.release(1));
		assertThat(b.messages).as("its session may be over").isEmpty();
		b.directory.heard((now) -> now);
		b.directory.answers(Answers.HELD);
		CompletionStage<StoreReply> late = b.store.cancel(LOCK, b.id(1), LEASE, LockStore.NO_LIMIT);
		b.directory.arrive();
		b.directory.over();
		b.directory.connected();
		b.directory.answers(Answers.ARRIVE);
		assertThat(failure(late)).as("the place was there in the session before").isNotNull();
		assertThat(failure(late).getOutcome()).isEqualTo(StoreException.Outcome.UNKNOWN);
	}

	@Test
	void holderIsNotifiedAsSoonAsItsPlaceIsFoundToBeGone() {
		Instance a = instance();
		answer(a.acquire(1));
		removePlaces();
		assertThat(answer(a.acquire(1)).status()).as("by a place of its own").isEqualTo(Status.OWNED);
		assertThat(a.taken).containsExactly(a.id(1));
	}

	@Test
	void holderIsNotifiedWhenTheCommandOfAnotherFindsItsPlaceGone() {
		Instance a = instance();
		answer(a.acquire(1));
		a.directory.answers(Answers.LOST);
		assertThat(failure(a.acquire(2)).getOutcome()).isEqualTo(StoreException.Outcome.UNKNOWN);
		a.directory.answers(Answers.ARRIVE);
		removePlaces();
		assertThat(answer(a.acquire(3)).status()).isEqualTo(Status.OWNED);
		assertThat(a.taken).as("before any renewal").containsExactly(a.id(1));
	}

	@Test
	void commandThatIsAnsweredAfterItsCutoffHasNoEffect() {
		Instance a = instance();
		a.directory.answers(Answers.HELD);
		long cutoff = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(50);
		CompletionStage<StoreReply> late = a.store.acquire(LOCK, a.id(1), LEASE, WAIT, cutoff);
		assertThat(this.server.line(LOCK)).hasSize(1);
		Awaitility.await().until(() -> System.nanoTime() - cutoff > 0);
		a.directory.answers(Answers.ARRIVE);
		assertThat(answer(late).status()).isEqualTo(Status.STALE);
		assertThat(this.server.line(LOCK)).isEmpty();
	}

	@Test
	void placeThatNobodyWasToldOfIsThatOfTheAttemptWhenItAsksAgain() {
		Instance a = instance();
		Instance b = instance();
		a.directory.answers(Answers.LOST);
		assertThat(failure(a.acquire(1)).getOutcome()).isEqualTo(StoreException.Outcome.UNKNOWN);
		a.directory.answers(Answers.ARRIVE);
		a.directory.connected();
		assertThat(answer(b.acquire(1)).queue()).isEqualTo(1);
		assertThat(answer(a.acquire(1)).status()).isEqualTo(Status.OWNED);
		assertThat(this.server.line(LOCK)).hasSize(2);
	}

	@Test
	void placeThatNobodyWasToldOfIsLeftWhenTheAttemptGivesUp() {
		Instance a = instance();
		Instance b = instance();
		a.directory.answers(Answers.LOST);
		failure(a.acquire(1));
		a.directory.answers(Answers.ARRIVE);
		assertThat(answer(b.acquire(1)).status()).isEqualTo(Status.WAIT);
		assertThat(answer(a.store.cancel(LOCK, a.id(1), 0, LockStore.NO_LIMIT)).status()).isEqualTo(Status.CANCELLED);
		assertThat(b.messages).extracting(PushMessage::kind).containsExactly(PushMessage.Kind.GRANT);
	}

	@Test
	void placeOfAnAttemptThatNobodyKnowsIsLeft() {
		Instance a = instance();
		a.directory.answers(Answers.LOST);
		failure(a.store.acquire(LOCK, a.id(1), LEASE, 1, LockStore.NO_LIMIT));
		a.directory.answers(Answers.ARRIVE);
		Awaitility.await().until(() -> this.server.line(LOCK).isEmpty());
	}

	@Test
	void placeOfAnAttemptThatNobodyKnowsIsLeftUntilThatIsAnswered() {
		Instance a = instance();
		a.directory.answers(Answers.LOST);
		failure(a.store.acquire(LOCK, a.id(1), LEASE, 1, LockStore.NO_LIMIT));
		a.directory.answers(Answers.NONE_LEFT);
		Awaitility.await().until(() -> a.directory.leftInVain() > 0);
		a.directory.answers(Answers.ARRIVE);
		Awaitility.await().until(() -> this.server.line(LOCK).isEmpty());
	}

	@Test
	void releaseWithoutAnAnswerIsDoneAgain() {
		Instance a = instance();
		Instance b = instance();
		answer(a.acquire(1));
		a.directory.answers(Answers.LOST);
		assertThat(failure(a.release(1)).getOutcome()).isEqualTo(StoreException.Outcome.UNKNOWN);
		a.directory.answers(Answers.ARRIVE);
		assertThat(answer(b.acquire(1)).status()).isEqualTo(Status.OWNED);
		assertThat(answer(a.release(1)).status()).isEqualTo(Status.ALREADY);
	}

	@Test
	void leaseThatEndsWhileThereIsNoConnectionIsGivenUpWhenThereIs() {
		Instance a = instance();
		answer(a.store.acquire(LOCK, a.id(1), 3_000, WAIT, LockStore.NO_LIMIT));
		a.directory.answers(Answers.NONE_SENT);
		Awaitility.await()
			.until(() -> failure(a.store.renew(LOCK, a.id(1), LEASE)) == null
					|| answerOrNull(a.store.renew(LOCK, a.id(1), LEASE)) != null);
		assertThat(this.server.line(LOCK)).hasSize(1);
		a.directory.answers(Answers.ARRIVE);
		Awaitility.await().until(() -> this.server.line(LOCK).isEmpty());
	}

	@Test
	void stopLeavesThePlacesOfWaitersAndKeepsWhatIsHeld() {
		Instance a = instance();
		Instance b = instance();
		answer(a.acquire(1));
		answer(b.acquire(1));
		answer(b.store.acquire("other", b.id(2), LEASE, WAIT, LockStore.NO_LIMIT));
		b.store.stop();
		assertThat(b.directory.farewell()).as("it holds the other").isFalse();
		assertThat(this.server.line(LOCK)).extracting(Place::id).containsExactly(a.id(1));
		assertThat(this.server.line("other")).hasSize(1);
	}

	@Test
	void stopOfAnInstanceThatHoldsNothingEndsItsSession() {
		Instance a = instance();
		answer(a.acquire(1));
		answer(a.release(1));
		a.store.stop();
		assertThat(a.directory.farewell()).isTrue();
	}

	@Test
	void leaseThatIsLongerThanTheSessionAllowsStopsTheStart() {
		MemoryDirectory directory = this.server.directory(Duration.ofSeconds(30));
		SessionLockStore store = new SessionLockStore(directory,
				LockSettings.of((change) -> change.setLeaseTime(Duration.ofSeconds(21))), 0,
				new ThreadRuntime(new SystemLockClock()));
		assertThatExceptionOfType(LockStartException.class).isThrownBy(() -> store.start(new Instance()))
			.withMessageContaining("after 30s: a lease can be 20s at most");
		assertThat(directory.farewell()).as("it is stopped").isTrue();
	}

	@Test
	void tokensAreThoseOfThePlaceAndTheOffset() {
		MemoryDirectory directory = this.server.directory(Duration.ofSeconds(30));
		SessionLockStore store = new SessionLockStore(directory, LockSettings.of((change) -> {
			change.setLeaseTime(Duration.ofSeconds(20));
			change.getCohort().setMaxPasses(64);
		}), 1_000, new ThreadRuntime(new SystemLockClock()));
		Instance a = start(store, directory);
		StoreReply reply = answer(a.acquire(1));
		assertThat(reply.firstToken()).isEqualTo(64 + 1_000);
		assertThat(reply.lastToken()).as("not the first of the next place").isEqualTo(2 * 64 + 1_000 - 1);
	}

	@Test
	void morePermitsThanAWaiterCanWatchAreObjectedTo() {
		Instance a = instance();
		LockRequest request = LockRequest.of(LOCK);
		assertThat(List.of(request, request.mode(LockMode.READ), request.permits(64)))
			.allSatisfy((supported) -> assertThat(a.store.objection(supported)).isNull());
		assertThat(a.store.objection(request.permits(65))).startsWith("permits = 65 is more than 64");
	}

	@Test
	void readersOfAnInstanceAreLetInByOneRequestInTheirOrder() {
		Instance a = instance();
		Instance b = instance();
		answer(a.acquire(1));
		int watched = this.server.watched();
		for (int reader = 1; reader <= 10; reader++) {
			assertThat(answer(b.share(reader, READ)).queue()).isEqualTo(reader);
		}
		assertThat(this.server.watched() - watched).as("all watch the writer").isEqualTo(1);
		int checked = this.server.checks();
		answer(a.release(1));
		assertThat(this.server.checks() - checked).isEqualTo(1);
		assertThat(b.messages).extracting(PushMessage::kind).containsOnly(PushMessage.Kind.GRANT);
		assertThat(b.messages).extracting(PushMessage::id)
			.containsExactly(IntStream.rangeClosed(1, 10).mapToObj(b::id).toArray(String[]::new));
		assertThat(this.server.watched() - watched).isEqualTo(1);
	}

	@Test
	void readerWhoseCheckHasNoAnswerKeepsNoOtherWaiting() {
		Instance a = instance();
		Instance b = instance();
		answer(a.acquire(1));
		for (int reader = 1; reader <= 3; reader++) {
			answer(b.share(reader, READ));
		}
		b.directory.unchecked(Set.of(b.id(1)));
		answer(a.release(1));
		assertThat(b.messages).extracting(PushMessage::id).containsExactly(b.id(2), b.id(3));
		b.directory.unchecked(Set.of());
		Awaitility.await().until(() -> b.messages.size() == 3);
		assertThat(b.messages.get(2).id()).as("it is checked again").isEqualTo(b.id(1));
	}

	@Test
	void permitThatIsReturnedWakesNoMoreWaitersThanItLetsIn() {
		Instance a = instance();
		answer(a.share(1, 2));
		answer(a.share(2, 2));
		List<Instance> waiting = List.of(instance(), instance(), instance());
		waiting.forEach((instance) -> assertThat(answer(instance.share(1, 2)).status()).isEqualTo(Status.WAIT));
		int read = this.server.reads();
		answer(a.release(2));
		assertThat(waiting).extracting((instance) -> instance.messages.size()).containsExactly(1, 0, 0);
		assertThat(this.server.reads() - read).as("the two that watch it").isEqualTo(2);
	}

	@Test
	void waiterIsNotifiedOfAMinimumHoldOfEachPlaceThatItWatches() {
		Instance a = instance();
		Instance b = instance();
		answer(a.share(1, 2));
		answer(a.share(2, 2));
		answer(b.share(1, 2));
		answer(a.store.release(LOCK, a.id(1), 30_000));
		answer(a.store.release(LOCK, a.id(2), 40_000));
		assertThat(b.messages).extracting(PushMessage::kind).containsOnly(PushMessage.Kind.HINT);
		assertThat(b.messages).extracting(PushMessage::millis).containsExactly(30_000L, 40_000L);
	}

	@Test
	void readersOfASessionThatMayBeOverAreNotLetIn() {
		Instance a = instance();
		Instance b = instance();
		answer(a.acquire(1));
		answer(b.share(1, READ));
		answer(b.share(2, READ));
		b.directory.heard((now) -> now.plusMillis(-29_800));
		answer(a.release(1));
		assertThat(b.messages).isEmpty();
	}

	@Test
	void lockThatAnOlderVersionHoldsIsExclusive() {
		MemoryDirectory older = this.server.directory(Duration.ofSeconds(30));
		Place held = this.server.take(older, LOCK, "older:1", PlaceKind.of("older:1"), null, new ArrayList<>()).place();
		Instance a = instance();
		Instance b = instance();
		assertThat(answer(a.share(1, READ)).status()).isEqualTo(Status.WAIT);
		assertThat(answer(b.share(1, 2)).status()).isEqualTo(Status.WAIT);
		List<Runnable> told = new ArrayList<>();
		this.server.leave(held, told);
		told.forEach(Runnable::run);
		assertThat(a.messages).extracting(PushMessage::kind).containsExactly(PushMessage.Kind.GRANT);
		assertThat(b.messages).as("beside a reader")
			.extracting(PushMessage::kind)
			.containsExactly(PushMessage.Kind.GRANT);
	}

	@Test
	void readerBehindAWaiterOfAnOlderVersionWaitsForIt() {
		Instance a = instance();
		answer(a.share(1, READ));
		MemoryDirectory older = this.server.directory(Duration.ofSeconds(30));
		this.server.take(older, LOCK, "older:1", PlaceKind.of("older:1"), null, new ArrayList<>());
		assertThat(answer(a.share(2, READ)).queue()).isEqualTo(2);
		answer(a.release(1));
		assertThat(a.messages).as("it is the older one's turn").isEmpty();
		this.server.end(older);
		assertThat(a.messages).extracting(PushMessage::id).containsExactly(a.id(2));
	}

	/**
	 * The places are removed at the server, without a word to their instance.
	 */
	private void removePlaces() {
		this.server.line(LOCK).forEach((place) -> this.server.leave(place, new ArrayList<>()));
	}

	private Instance instance() {
		MemoryDirectory directory = this.server.directory(Duration.ofSeconds(30));
		return start(new SessionLockStore(directory,
				LockSettings.of((change) -> change.setLeaseTime(Duration.ofSeconds(20))), 0,
				new ThreadRuntime(new SystemLockClock())), directory);
	}

	private Instance start(SessionLockStore store, MemoryDirectory directory) {
		Instance instance = new Instance();
		instance.store = store;
		instance.directory = directory;
		this.instances.add(instance);
		store.start(instance);
		return instance;
	}

	private static StoreReply answer(CompletionStage<StoreReply> stage) {
		return stage.toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
	}

	private static StoreException failure(CompletionStage<StoreReply> stage) {
		return stage.handle((reply, failure) -> (failure != null) ? StoreException.of(failure) : null)
			.toCompletableFuture()
			.orTimeout(120, TimeUnit.SECONDS)
			.join();
	}

	private static StoreReply answerOrNull(CompletionStage<StoreReply> stage) {
		return stage.exceptionally((failure) -> null).toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
	}

	/**
	 * One application instance, and what it is told.
	 */
	private static final class Instance implements LockStore.Listener {

		private final List<PushMessage> messages = new ArrayList<>();

		private final List<String> taken = new ArrayList<>();

		private SessionLockStore store;

		private MemoryDirectory directory;

		private String id(int attempt) {
			return this.store.clientId() + ":" + attempt;
		}

		private CompletionStage<StoreReply> acquire(int attempt) {
			return this.store.acquire(LOCK, id(attempt), LEASE, WAIT, LockStore.NO_LIMIT);
		}

		private CompletionStage<StoreReply> share(int attempt, int limit) {
			return this.store.share(LOCK, id(attempt), limit, LEASE, WAIT, false, LockStore.NO_LIMIT);
		}

		private CompletionStage<StoreReply> release(int attempt) {
			return this.store.release(LOCK, id(attempt), 0);
		}

		@Override
		public void onHandOff(PushMessage message) {
			this.messages.add(message);
		}

		@Override
		public void onSubscribed() {
		}

		@Override
		public void onTaken(String id) {
			this.taken.add(id);
		}

	}

}
