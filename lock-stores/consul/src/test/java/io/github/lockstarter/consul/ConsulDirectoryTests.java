package io.github.lockstarter.consul;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.consul.TestAgent.Reply;
import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.PlaceKind;
import io.github.lockstarter.session.http.PlaceKeys;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Requests that are lost, late or overtaken, keys that are used again, and watches.
 */
@Timeout(120)
class ConsulDirectoryTests {

	private static final long LEASE = 5_000;

	private static final long WAIT = 60_000;

	// An answer may take a sixth of it.
	private static final Duration SHORT = Duration.ofSeconds(6);

	private final ConsulModel model = new ConsulModel();

	private final TestAgent one = new TestAgent(this.model);

	private final TestAgent two = new TestAgent(this.model);

	private final List<TestInstance> instances = new ArrayList<>();

	private final CountDownLatch arrived = new CountDownLatch(1);

	private String name = "lock";

	@AfterEach
	void stop() {
		this.one.fault((path, body) -> null);
		this.one.letGo();
		this.instances.forEach((instance) -> instance.store().stop());
		this.one.close();
		this.two.close();
	}

	private TestInstance instance(Told told, Duration session, String... endpoints) {
		TestInstance instance = TestInstance.of(session, endpoints);
		this.instances.add(instance);
		instance.store().start(told);
		return instance;
	}

	private TestInstance atOne(Told told) {
		return instance(told, Duration.ofSeconds(30), this.one.endpoint());
	}

	private TestInstance atTwo(Told told) {
		return instance(told, Duration.ofSeconds(30), this.two.endpoint());
	}

	@Test
	void waiterIsNotifiedOfItsTurn() {
		Told told = new Told();
		LockStore a = atTwo(new Told()).store();
		LockStore b = atOne(told).store();
		answer(acquire(a, 1));
		answer(acquire(b, 1));
		Awaitility.await().until(() -> this.one.polls() > 0);
		answer(a.release(this.name, id(a, 1), 0));
		assertThat(told.next().id()).isEqualTo(id(b, 1));
	}

	@Test
	void waiterIsNotifiedAlthoughItsPollsFail() {
		this.one.fault((path, body) -> path.equals("poll") ? Reply.of(429, "Your IP is issuing too many") : null);
		Told told = new Told();
		LockStore a = atTwo(new Told()).store();
		LockStore b = atOne(told).store();
		answer(acquire(a, 1));
		answer(acquire(b, 1));
		answer(a.release(this.name, id(a, 1), 0));
		assertThat(told.next().id()).isEqualTo(id(b, 1));
	}

	@Test
	@Tag("gate")
	void pollsAreLimitedAndTheOtherWaitersAreNotifiedToo() {
		Told told = new Told();
		LockStore a = atTwo(new Told()).store();
		LockStore b = atOne(told).store();
		int waiters = Polls.MOST + 8;
		for (int i = 0; i < waiters; i++) {
			this.name = "lock " + i;
			answer(acquire(a, i));
			answer(acquire(b, i));
		}
		Awaitility.await().until(() -> this.one.mostPolls() >= Polls.MOST);
		for (int i = 0; i < waiters; i++) {
			answer(a.release("lock " + i, id(a, i), 0));
		}
		for (int i = 0; i < waiters; i++) {
			told.next();
		}
		assertThat(this.one.mostPolls()).isLessThanOrEqualTo(Polls.MOST + 1);
	}

	@Test
	void lostAnswerOfATakeIsThatOfTheRepeatedAttempt() {
		LockStore a = atOne(new Told()).store();
		LockStore b = atTwo(new Told()).store();
		this.one.fault((path, body) -> path.equals("txn") ? Reply.NONE_AFTER : null);
		assertThat(outcome(acquire(a, 1))).isEqualTo(StoreException.Outcome.UNKNOWN);
		this.one.fault((path, body) -> null);
		assertThat(answer(acquire(b, 1)).queue()).as("behind it").isOne();
		assertThat(answered(() -> acquire(a, 1)).status()).isEqualTo(Status.OWNED);
		assertThat(answer(b.describe(this.name)).queue()).as("it has one place").isOne();
	}

	@Test
	void releaseWhoseAnswerIsLostIsDoneOnce() {
		LockStore a = atOne(new Told()).store();
		LockStore b = atTwo(new Told()).store();
		answer(acquire(a, 1));
		this.one.fault((path, body) -> path.equals("txn") ? Reply.NONE_AFTER : null);
		assertThat(outcome(a.release(this.name, id(a, 1), 0))).isEqualTo(StoreException.Outcome.UNKNOWN);
		this.one.fault((path, body) -> null);
		assertThat(answer(acquire(b, 1)).status()).isEqualTo(Status.OWNED);
		assertThat(answered(() -> a.release(this.name, id(a, 1), 0)).status()).isEqualTo(Status.ALREADY);
		assertThat(answer(b.renew(this.name, id(b, 1), LEASE)).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void requestThatWasGivenUpIsNeverExecuted() {
		LockStore a = instance(new Told(), SHORT, this.one.endpoint()).store();
		CompletableFuture<Boolean> late = holdFirstTake();
		assertThat(outcome(acquire(a, 1))).isEqualTo(StoreException.Outcome.UNKNOWN);
		assertThat(answered(() -> acquire(a, 1)).status()).isEqualTo(Status.OWNED);
		answered(() -> a.release(this.name, id(a, 1), 0));
		long executed = this.model.transactions();
		late.complete(true);
		Awaitility.await().until(() -> this.model.transactions() > executed);
		assertThat(this.model.keys("/locks/")).isZero();
	}

	@Test
	void requestThatABarHasOvertakenIsSentAgain() throws InterruptedException {
		TestInstance a = instance(new Told(), Duration.ofSeconds(60), this.one.endpoint());
		CompletableFuture<Boolean> late = holdFirstTake();
		CompletionStage<StoreReply> taking = acquire(a.store(), 1);
		assertThat(this.arrived.await(120, TimeUnit.SECONDS)).isTrue();
		answer(a.directory().lineNow("other"));
		late.complete(true);
		assertThat(answer(taking).status()).isEqualTo(Status.OWNED);
		assertThat(this.model.keys("/locks/")).isOne();
	}

	/**
	 * Consul does not change the index of a key when the same value is written again.
	 */
	@Test
	void everyBarHasAnIndexOfItsOwn() {
		TestInstance a = atOne(new Told());
		Life life = Objects.requireNonNull(a.connection().session());
		long before = life.fence();
		answer(a.directory().lineNow(this.name));
		long first = life.fence();
		answer(a.directory().lineNow(this.name));
		assertThat(List.of(before, first, life.fence())).isSorted().doesNotHaveDuplicates();
	}

	@Test
	void barWhoseAnswerIsLostIsFound() {
		TestInstance a = atOne(new Told());
		AtomicBoolean lost = new AtomicBoolean();
		this.one
			.fault((path, body) -> (path.equals("txn") && lost.compareAndSet(false, true)) ? Reply.NONE_AFTER : null);
		assertThat(a.directory().lineNow(this.name)).failsWithin(Duration.ofMinutes(1));
		assertThat(answer(acquire(a.store(), 1)).status()).isEqualTo(Status.OWNED);
	}

	// The first request that takes a place waits at the server, as in a buffer.
	private CompletableFuture<Boolean> holdFirstTake() {
		CompletableFuture<Boolean> late = new CompletableFuture<>();
		AtomicBoolean held = new AtomicBoolean();
		this.one.fault((path, body) -> {
			if (path.equals("txn") && body.contains("check-not-exists") && held.compareAndSet(false, true)) {
				this.arrived.countDown();
				late.completeOnTimeout(false, 20, TimeUnit.SECONDS).join();
			}
			return null;
		});
		return late;
	}

	@Test
	void lockThatIsTakenAgainAndAgainHasNoNewKeyEachTime() {
		LockStore a = atOne(new Told()).store();
		for (int i = 0; i < 10; i++) {
			assertThat(answer(acquire(a, i)).status()).isEqualTo(Status.OWNED);
			answer(acquire(a, 100 + i));
			answer(a.release(this.name, id(a, i), 0));
			answer(a.cancel(this.name, id(a, 100 + i), 0, LockStore.NO_LIMIT));
		}
		assertThat(this.model.tombstones("/locks/")).as("one for each place at once").isEqualTo(2);
	}

	@Test
	void kindOfAPlaceIsReadByOthersAndSurvivesAMark() {
		ConsulDirectory a = atOne(new Told()).directory();
		ConsulDirectory b = atTwo(new Told()).directory();
		List<Place> places = List.of(answer(a.take(this.name, "a:1", PlaceKind.SHARED, null)).place(),
				answer(a.take(this.name, "a:2", new PlaceKind(3), null)).place(),
				answer(a.take(this.name, "a:3", PlaceKind.EXCLUSIVE, null)).place());
		assertThat(places).extracting((place) -> place.kind().limit()).containsExactly(0, 3, 1);
		assertThat(answer(a.mark(places.get(0), 5_000))).isTrue();
		assertThat(answer(b.line(this.name))).isEqualTo(places);
		assertThat(answer(b.lineNow(this.name))).isEqualTo(places);
		assertThat(answer(a.leave(places.get(0)))).isTrue();
		assertThat(PlaceKeys.keyOf(answer(a.take(this.name, "a:4", PlaceKind.SHARED, null)).place()))
			.isEqualTo(PlaceKeys.keyOf(places.get(0)));
	}

	@Test
	void requestForAFormerPlaceDoesNothingToTheOneThatHasItsKeyNow() {
		ConsulDirectory a = atOne(new Told()).directory();
		ConsulDirectory b = atTwo(new Told()).directory();
		Place former = answer(a.take(this.name, "a:1", PlaceKind.EXCLUSIVE, null)).place();
		assertThat(answer(a.leave(former))).isTrue();
		Place later = answer(a.take(this.name, "a:2", PlaceKind.EXCLUSIVE, null)).place();
		assertThat(PlaceKeys.keyOf(later)).isEqualTo(PlaceKeys.keyOf(former));
		assertThat(answer(b.leave(former))).isFalse();
		assertThat(answer(a.mark(former, 5_000))).isFalse();
		assertThat(answer(a.read(former))).isEmpty();
		assertThat(answer(a.check(List.of(former)).get(0))).isFalse();
		assertThat(answer(a.check(List.of(later)).get(0))).isTrue();
		assertThat(answer(b.line(this.name))).containsExactly(later);
		assertThat(answer(b.read(later))).get().extracting(Directory.Note::markedMillis).isEqualTo(0L);
	}

	@Test
	void missingPlaceIsNotLeft() {
		ConsulDirectory a = atOne(new Told()).directory();
		Place place = answer(a.take(this.name, "a:1", PlaceKind.EXCLUSIVE, null)).place();
		assertThat(answer(a.leave(place))).isTrue();
		assertThat(answer(a.leave(place))).as("Consul deletes a missing key without complaint").isFalse();
	}

	@Test
	void placeIsReplacedInOneStepUnlessItIsGone() {
		ConsulDirectory a = atOne(new Told()).directory();
		ConsulDirectory b = atTwo(new Told()).directory();
		Place first = answer(a.take(this.name, "a:1", PlaceKind.EXCLUSIVE, null)).place();
		Place other = answer(b.take(this.name, "b:1", PlaceKind.EXCLUSIVE, null)).place();
		Directory.Taken second = answer(a.take(this.name, "a:2", PlaceKind.EXCLUSIVE, first));
		assertThat(second.replaced()).isTrue();
		assertThat(second.line()).containsExactly(other, second.place());
		assertThat(answer(b.leave(second.place()))).isTrue();
		Directory.Taken third = answer(a.take(this.name, "a:3", PlaceKind.EXCLUSIVE, second.place()));
		assertThat(third.replaced()).isFalse();
		assertThat(third.line()).containsExactly(other, third.place());
	}

	@Test
	void placeIsMarkedLeftAndReplacedByItsLatestIndex() {
		ConsulDirectory a = atOne(new Told()).directory();
		ConsulDirectory b = atTwo(new Told()).directory();
		Place first = answer(a.take(this.name, "a:1", PlaceKind.EXCLUSIVE, null)).place();
		assertThat(answer(a.mark(first, 5_000))).isTrue();
		assertThat(answer(a.check(List.of(first)).get(0))).isTrue();
		assertThat(answer(b.check(List.of(first)).get(0))).as("by who does not know that it is marked").isTrue();
		assertThat(answer(b.read(first))).get().extracting(Directory.Note::markedMillis).isEqualTo(5_000L);
		Directory.Taken second = answer(a.take(this.name, "a:2", PlaceKind.EXCLUSIVE, first));
		assertThat(second.replaced()).isTrue();
		assertThat(second.line()).containsExactly(second.place());
		assertThat(answer(a.mark(second.place(), 5_000))).isTrue();
		assertThat(answer(b.leave(second.place()))).as("by force").isTrue();
		assertThat(answer(a.line(this.name))).isEmpty();
	}

	@Test
	void markWhoseAnswerIsLostDoesNotHideThePlace() {
		ConsulDirectory a = atOne(new Told()).directory();
		Place place = answer(a.take(this.name, "a:1", PlaceKind.EXCLUSIVE, null)).place();
		this.one.fault((path, body) -> (path.equals("txn") && body.contains(PlaceKeys.keyOf(place))) ? Reply.NONE_AFTER
				: null);
		assertThat(a.mark(place, 5_000)).failsWithin(Duration.ofMinutes(1));
		this.one.fault((path, body) -> null);
		assertThat(answer(a.check(List.of(place)).get(0))).isTrue();
		assertThat(answer(a.leave(place))).isTrue();
	}

	@Test
	@Tag("gate")
	void manyLocksAreRenewedByFewRequests() {
		LockStore a = instance(new Told(), Duration.ofMinutes(1), this.one.endpoint()).store();
		for (int i = 0; i < 150; i++) {
			assertThat(answer(a.acquire("lock " + i, id(a, i), 8 * LEASE, WAIT, LockStore.NO_LIMIT)).status())
				.isEqualTo(Status.OWNED);
		}
		answer(atTwo(new Told()).store().force("lock 7"));
		List<Renewal> renewals = new ArrayList<>();
		for (int i = 0; i < 150; i++) {
			renewals.add(new Renewal("lock " + i, id(a, i), 8 * LEASE));
		}
		// One whose command has just ended is renewed after it, by a request of its own.
		Awaitility.await().until(() -> {
			long before = this.model.transactions();
			List<CompletionStage<StoreReply>> replies = a.renew(renewals);
			for (int i = 0; i < 150; i++) {
				assertThat(answer(replies.get(i)).status()).isEqualTo((i == 7) ? Status.LOST : Status.OWNED);
			}
			return this.model.transactions() - before == 3;
		});
	}

	@Test
	void holderKeepsItsLockAndWaiterItsPlaceWhenAServerGoesAway() {
		Told told = new Told();
		LockStore a = instance(new Told(), Duration.ofSeconds(30), this.one.endpoint(), this.two.endpoint()).store();
		LockStore b = instance(told, Duration.ofSeconds(30), this.one.endpoint(), this.two.endpoint()).store();
		answer(acquire(a, 1));
		answer(acquire(b, 1));
		Awaitility.await().until(() -> this.one.polls() >= 1);
		this.one.close();
		assertThat(answered(() -> a.renew(this.name, id(a, 1), LEASE)).status()).isEqualTo(Status.OWNED);
		answered(() -> a.release(this.name, id(a, 1), 0));
		assertThat(told.next().id()).isEqualTo(id(b, 1));
	}

	@Test
	void serverWithoutALeaderIsFollowedByTheNextForTheSameRequest() {
		LockStore a = instance(new Told(), Duration.ofSeconds(30), this.one.endpoint(), this.two.endpoint()).store();
		this.one.fault((path, body) -> new Reply(ConsulReply.NO_LEADER));
		assertThat(answer(acquire(a, 1)).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void silentServerIsLeft() {
		LockStore a = instance(new Told(), SHORT, this.one.endpoint(), this.two.endpoint()).store();
		answered(() -> acquire(a, 1));
		this.one.hold();
		assertThat(answered(() -> a.renew(this.name, id(a, 1), LEASE)).status()).isEqualTo(Status.OWNED);
		assertThat(this.two.paths()).isNotEmpty();
	}

	@Test
	void nameOfFourThousandCharactersWithLineBreaksIsAName() {
		this.name = "x/\u00e4\n".repeat(1_000);
		LockStore a = atOne(new Told()).store();
		LockStore b = atOne(new Told()).store();
		assertThat(answer(acquire(a, 1)).status()).isEqualTo(Status.OWNED);
		assertThat(answer(b.acquire(this.name, id(b, 1), LEASE, 0, LockStore.NO_LIMIT)).status())
			.isEqualTo(Status.WAIT);
		assertThat(answer(b.describe(this.name)).holder()).isEqualTo("test@host:1");
	}

	private CompletionStage<StoreReply> acquire(LockStore store, int attempt) {
		return store.acquire(this.name, id(store, attempt), LEASE, WAIT, LockStore.NO_LIMIT);
	}

	private static StoreException.@Nullable Outcome outcome(CompletionStage<StoreReply> stage) {
		return stage.handle((reply, failure) -> (failure != null) ? StoreException.of(failure).getOutcome() : null)
			.toCompletableFuture()
			.orTimeout(120, TimeUnit.SECONDS)
			.join();
	}

	/**
	 * Gives a command until there is an answer.
	 */
	private static StoreReply answered(Supplier<CompletionStage<StoreReply>> command) {
		return Awaitility.await()
			.ignoreExceptionsMatching((ex) -> ex.getCause() instanceof StoreException)
			.until(() -> answer(command.get()), (reply) -> true);
	}

	private static <T> T answer(CompletionStage<T> stage) {
		return stage.toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
	}

	private static String id(LockStore store, int attempt) {
		return store.clientId() + ":" + attempt;
	}

}
