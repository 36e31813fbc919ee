package io.github.lockstarter.etcd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.etcd.TestGateway.Reply;
import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.PlaceKind;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Keys of places that are gone are used again.
 */
class EtcdKeysTests {

	private static final String NAME = "lock";

	private final EtcdModel model = new EtcdModel();

	private final TestGateway one = new TestGateway(this.model);

	private final TestGateway two = new TestGateway(this.model);

	private final List<TestInstance> instances = new ArrayList<>();

	private final CompletableFuture<Reply> end = new CompletableFuture<>();

	@AfterEach
	void stop() {
		this.end.complete(Reply.NONE_BEFORE);
		this.instances.forEach((instance) -> instance.store().stop());
		this.one.close();
		this.two.close();
	}

	private TestInstance instance(TestGateway gateway, Told told) {
		TestInstance instance = TestInstance.of(Duration.ofSeconds(30), gateway.endpoint());
		this.instances.add(instance);
		instance.store().start(told);
		return instance;
	}

	@Test
	void lockThatIsTakenAgainAndAgainHasNoNewKeyEachTime() {
		LockStore a = instance(this.one, new Told()).store();
		for (int i = 0; i < 10; i++) {
			assertThat(answer(acquire(a, i)).status()).isEqualTo(Status.OWNED);
			answer(acquire(a, 100 + i));
			answer(a.release(NAME, id(a, i), 0));
			answer(a.cancel(NAME, id(a, 100 + i), 0, LockStore.NO_LIMIT));
		}
		assertThat(this.model.remembered("/locks/")).as("one for each place at once").isEqualTo(2);
	}

	@Test
	void kindOfAPlaceIsReadByOthersAndSurvivesAMark() {
		EtcdDirectory a = instance(this.one, new Told()).directory();
		EtcdDirectory b = instance(this.two, new Told()).directory();
		List<Place> places = List.of(answer(a.take(NAME, "a:1", PlaceKind.SHARED, null)).place(),
				answer(a.take(NAME, "a:2", new PlaceKind(3), null)).place(),
				answer(a.take(NAME, "a:3", PlaceKind.EXCLUSIVE, null)).place());
		assertThat(places).extracting((place) -> place.kind().limit()).containsExactly(0, 3, 1);
		assertThat(answer(a.mark(places.get(0), 5_000))).isTrue();
		assertThat(answer(b.line(NAME))).isEqualTo(places);
		assertThat(answer(b.lineNow(NAME))).isEqualTo(places);
		assertThat(answer(a.leave(places.get(0)))).isTrue();
		assertThat(LockKeys.keyOf(answer(a.take(NAME, "a:4", PlaceKind.SHARED, null)).place()))
			.isEqualTo(LockKeys.keyOf(places.get(0)));
	}

	@Test
	void whatIsSentToAFormerPlaceDoesNothingToTheOneThatHasItsKeyNow() {
		EtcdDirectory a = instance(this.one, new Told()).directory();
		EtcdDirectory b = instance(this.two, new Told()).directory();
		Place former = answer(a.take(NAME, "a:1", PlaceKind.EXCLUSIVE, null)).place();
		assertThat(answer(a.leave(former))).isTrue();
		Place later = answer(a.take(NAME, "a:2", PlaceKind.EXCLUSIVE, null)).place();
		assertThat(LockKeys.keyOf(later)).isEqualTo(LockKeys.keyOf(former));
		assertThat(answer(b.leave(former))).isFalse();
		assertThat(answer(a.mark(former, 5_000))).isFalse();
		assertThat(answer(a.read(former))).isEmpty();
		assertThat(answer(a.check(List.of(former)).get(0))).isFalse();
		assertThat(answer(a.check(List.of(later)).get(0))).isTrue();
		assertThat(answer(b.line(NAME))).containsExactly(later);
		assertThat(answer(b.read(later))).get().extracting(Directory.Note::markedMillis).isEqualTo(0L);
	}

	@Test
	void placeThatAnotherHasTakenAwayIsNotLeftByTheKeyThatALaterOneHasNow() {
		EtcdDirectory a = instance(this.one, new Told()).directory();
		EtcdDirectory b = instance(this.two, new Told()).directory();
		Place former = answer(a.take(NAME, "a:1", PlaceKind.EXCLUSIVE, null)).place();
		assertThat(answer(b.leave(former))).isTrue();
		assertThat(answer(a.line(NAME))).isEmpty();
		Place later = answer(a.take(NAME, "a:2", PlaceKind.EXCLUSIVE, null)).place();
		assertThat(LockKeys.keyOf(later)).isEqualTo(LockKeys.keyOf(former));
		Directory.Taken last = answer(a.take(NAME, "a:3", PlaceKind.EXCLUSIVE, former));
		assertThat(last.replaced()).isFalse();
		assertThat(last.line()).containsExactly(later, last.place());
		Directory.Taken instead = answer(a.take(NAME, "a:4", PlaceKind.EXCLUSIVE, later));
		assertThat(instead.replaced()).isTrue();
		assertThat(instead.line()).containsExactly(last.place(), instead.place());
	}

	@Test
	void placeIsTakenInsteadOfOneThatIsGoneWithTheSameKey() {
		EtcdDirectory a = instance(this.one, new Told()).directory();
		EtcdDirectory b = instance(this.two, new Told()).directory();
		Place former = answer(a.take(NAME, "a:1", PlaceKind.EXCLUSIVE, null)).place();
		assertThat(answer(b.leave(former))).isTrue();
		assertThat(answer(a.line(NAME))).isEmpty();
		Directory.Taken later = answer(a.take(NAME, "a:2", PlaceKind.EXCLUSIVE, former));
		assertThat(LockKeys.keyOf(later.place())).isEqualTo(LockKeys.keyOf(former));
		assertThat(later.replaced()).isFalse();
		assertThat(later.line()).containsExactly(later.place());
	}

	@Test
	void waiterIsToldThatAPlaceIsGoneWhenItsKeyIsWatchedForALaterOne() throws InterruptedException {
		CountDownLatch looked = new CountDownLatch(1);
		this.two.fault((path, body) -> {
			if (path.equals("kv/range") && !body.at("count_only").isTrue()) {
				looked.countDown();
			}
			return path.equals("watch") ? this.end.join() : null;
		});
		Told told = new Told();
		LockStore a = instance(this.one, new Told()).store();
		LockStore b = instance(this.two, told).store();
		answer(acquire(a, 1));
		answer(acquire(b, 1));
		assertThat(looked.await(120, TimeUnit.SECONDS)).isTrue();
		answer(b.describe(NAME));
		answer(a.release(NAME, id(a, 1), 0));
		assertThat(answer(acquire(a, 2)).queue()).as("behind it, with the same key").isOne();
		answer(acquire(b, 2));
		assertThat(told.next().id()).isEqualTo(id(b, 1));
	}

	private static CompletionStage<StoreReply> acquire(LockStore store, int attempt) {
		return store.acquire(NAME, id(store, attempt), 5_000, 60_000, LockStore.NO_LIMIT);
	}

	private static <T> T answer(CompletionStage<T> stage) {
		return stage.toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
	}

	private static String id(LockStore store, int attempt) {
		return store.clientId() + ":" + attempt;
	}

}
