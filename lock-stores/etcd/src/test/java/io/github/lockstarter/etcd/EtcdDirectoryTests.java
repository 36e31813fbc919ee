package io.github.lockstarter.etcd;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.etcd.TestGateway.Reply;
import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Members that fail in the middle of something.
 */
@Timeout(120)
class EtcdDirectoryTests {

	private static final long LEASE = 5_000;

	private static final long WAIT = 60_000;

	// an answer has a sixth of it
	private static final Duration SHORT = Duration.ofSeconds(6);

	private final EtcdModel model = new EtcdModel();

	private final TestGateway one = new TestGateway(this.model);

	private final TestGateway two = new TestGateway(this.model);

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
	void waiterIsToldOfItsTurnByLinesThatComeInPieces() {
		this.one.inPieces();
		Told told = new Told();
		LockStore a = atTwo(new Told()).store();
		LockStore b = atOne(told).store();
		answer(acquire(a, 1));
		answer(acquire(b, 1));
		answer(a.release(this.name, id(a, 1), 0));
		assertThat(told.next().id()).isEqualTo(id(b, 1));
	}

	@Test
	void changesAreHeardOnlyWhileSomebodyWaits() {
		LockStore a = atOne(new Told()).store();
		LockStore b = atOne(new Told()).store();
		answer(acquire(a, 1));
		assertThat(this.model.watchers()).isZero();
		answer(acquire(b, 1));
		Awaitility.await().until(() -> this.model.watchers() == 1);
		answer(b.acquire("other", id(b, 2), LEASE, WAIT, LockStore.NO_LIMIT));
		assertThat(this.model.watchers()).as("one for an instance").isOne();
	}

	@Test
	void streamThatEndsIsFollowedByOneThatMissesNothing() {
		Told told = new Told();
		LockStore a = atTwo(new Told()).store();
		LockStore b = atOne(told).store();
		answer(acquire(a, 1));
		answer(acquire(b, 1));
		Awaitility.await().until(() -> this.model.watchers() == 1);
		this.one.fault((path, body) -> path.equals("watch") ? Reply.after(Duration.ofMillis(300)) : null);
		this.model.endWatchers();
		answer(a.release(this.name, id(a, 1), 0));
		assertThat(told.next().id()).isEqualTo(id(b, 1));
	}

	@Test
	void whatCannotBeToldAnyMoreIsRead() {
		Told told = new Told();
		LockStore a = atTwo(new Told()).store();
		LockStore b = atOne(told).store();
		answer(acquire(a, 1));
		answer(acquire(b, 1));
		Awaitility.await().until(() -> this.model.watchers() == 1);
		this.one.fault((path, body) -> path.equals("watch") ? Reply.after(Duration.ofMillis(300)) : null);
		this.model.endWatchers();
		answer(a.release(this.name, id(a, 1), 0));
		this.model.compact();
		assertThat(told.next().id()).isEqualTo(id(b, 1));
	}

	@Test
	void whoMayNotWatchAsks() {
		this.one
			.fault((path, body) -> path.equals("watch") ? Reply.error(403, 7, "etcdserver: permission denied") : null);
		Told told = new Told();
		LockStore a = atTwo(new Told()).store();
		LockStore b = atOne(told).store();
		answer(acquire(a, 1));
		answer(acquire(b, 1));
		answer(a.release(this.name, id(a, 1), 0));
		assertThat(told.next().id()).isEqualTo(id(b, 1));
	}

	@Test
	void waiterIsToldAlthoughItsFirstQuestionAfterTheChangeHasNoAnswer() {
		Told told = new Told();
		LockStore a = atTwo(new Told()).store();
		LockStore b = atOne(told).store();
		answer(acquire(a, 1));
		answer(acquire(b, 1));
		Awaitility.await().until(() -> this.model.watchers() == 1);
		AtomicBoolean lost = new AtomicBoolean();
		this.one.fault((path, body) -> {
			boolean first = path.equals("kv/range") && body.at("range_end").isThere()
					&& lost.compareAndSet(false, true);
			return first ? Reply.error(503, 14, "etcdserver: request timed out") : null;
		});
		answer(a.release(this.name, id(a, 1), 0));
		assertThat(told.next().id()).isEqualTo(id(b, 1));
		assertThat(lost).isTrue();
	}

	@Test
	void placeThatNobodyWasToldOfIsThatOfTheAttemptWhenItAsksAgain() {
		LockStore a = atOne(new Told()).store();
		LockStore b = atTwo(new Told()).store();
		this.one.fault((path, body) -> path.equals("kv/txn") ? Reply.NONE_AFTER : null);
		assertThat(outcome(acquire(a, 1))).isEqualTo(StoreException.Outcome.UNKNOWN);
		this.one.fault((path, body) -> null);
		assertThat(answer(acquire(b, 1)).queue()).as("behind it").isOne();
		assertThat(answered(() -> acquire(a, 1)).status()).isEqualTo(Status.OWNED);
		assertThat(answer(b.describe(this.name)).queue()).as("it has one place").isOne();
	}

	@Test
	void releaseThatNobodyHasAnsweredIsDoneOnce() {
		LockStore a = atOne(new Told()).store();
		LockStore b = atTwo(new Told()).store();
		answer(acquire(a, 1));
		this.one.fault((path, body) -> path.equals("kv/txn") ? Reply.NONE_AFTER : null);
		assertThat(outcome(a.release(this.name, id(a, 1), 0))).isEqualTo(StoreException.Outcome.UNKNOWN);
		this.one.fault((path, body) -> null);
		assertThat(answer(acquire(b, 1)).status()).isEqualTo(Status.OWNED);
		assertThat(answered(() -> a.release(this.name, id(a, 1), 0)).status()).isEqualTo(Status.ALREADY);
		assertThat(answer(b.renew(this.name, id(b, 1), LEASE)).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void placeThatWasGivenUpIsNeverTaken() {
		LockStore a = instance(new Told(), SHORT, this.one.endpoint()).store();
		CompletableFuture<Boolean> late = holdFirstPut();
		assertThat(outcome(acquire(a, 1))).isEqualTo(StoreException.Outcome.UNKNOWN);
		assertThat(answered(() -> acquire(a, 1)).status()).isEqualTo(Status.OWNED);
		answered(() -> a.release(this.name, id(a, 1), 0));
		long executed = this.model.transactions();
		late.complete(true);
		Awaitility.await().until(() -> this.model.transactions() > executed);
		assertThat(this.model.keys("/locks/")).isZero();
	}

	@Test
	void requestThatALaterOneHasBarredIsSentAgain() throws InterruptedException {
		TestInstance a = instance(new Told(), Duration.ofSeconds(60), this.one.endpoint());
		CompletableFuture<Boolean> late = holdFirstPut();
		CompletionStage<StoreReply> taking = acquire(a.store(), 1);
		assertThat(this.arrived.await(120, TimeUnit.SECONDS)).isTrue();
		answer(a.directory().lineNow("other"));
		late.complete(true);
		assertThat(answer(taking).status()).isEqualTo(Status.OWNED);
		assertThat(this.model.keys("/locks/")).isOne();
	}

	// The first request that takes a place waits at the server, as in a buffer.
	private CompletableFuture<Boolean> holdFirstPut() {
		CompletableFuture<Boolean> late = new CompletableFuture<>();
		AtomicBoolean held = new AtomicBoolean();
		this.one.fault((path, body) -> {
			if (path.equals("kv/txn") && hasPut(body) && held.compareAndSet(false, true)) {
				this.arrived.countDown();
				late.completeOnTimeout(false, 20, TimeUnit.SECONDS).join();
			}
			return null;
		});
		return late;
	}

	private static boolean hasPut(Json body) {
		return body.at("success").items().stream().anyMatch((one) -> one.at("request_put").isThere());
	}

	@Test
	void holderKeepsItsLockAndWaiterItsPlaceWhenAMemberGoesAway() {
		Told told = new Told();
		LockStore a = instance(new Told(), Duration.ofSeconds(30), this.one.endpoint(), this.two.endpoint()).store();
		LockStore b = instance(told, Duration.ofSeconds(30), this.one.endpoint(), this.two.endpoint()).store();
		answer(acquire(a, 1));
		answer(acquire(b, 1));
		Awaitility.await().until(() -> this.model.watchers() == 1);
		this.one.close();
		this.model.endWatchers();
		assertThat(answered(() -> a.renew(this.name, id(a, 1), LEASE)).status()).isEqualTo(Status.OWNED);
		answered(() -> a.release(this.name, id(a, 1), 0));
		assertThat(told.next().id()).isEqualTo(id(b, 1));
	}

	@Test
	void memberThatSaysNothingAnyMoreIsLeft() {
		LockStore a = instance(new Told(), SHORT, this.one.endpoint(), this.two.endpoint()).store();
		answered(() -> acquire(a, 1));
		this.one.hold();
		assertThat(answered(() -> a.renew(this.name, id(a, 1), LEASE)).status()).isEqualTo(Status.OWNED);
		assertThat(this.two.paths()).isNotEmpty();
	}

	@Test
	void answerOfALeaderThatWasReplacedIsNoSignOfLife() {
		TestInstance a = instance(new Told(), SHORT, this.one.endpoint());
		Moment heard = a.directory().lastHeard(new SystemLockClock().now());
		long before = signs();
		this.one.fault((path, body) -> path.equals("lease/keepalive") ? Reply.of(200,
				"{\"result\":{\"header\":{\"cluster_id\":\"42\",\"revision\":\"2\",\"raft_term\":\"1\"},\"TTL\":\"3\"}}")
				: null);
		Awaitility.await().until(() -> signs() > before + 1);
		Moment then = a.directory().lastHeard(heard);
		Awaitility.await().until(() -> signs() > before + 3);
		assertThat(a.directory().lastHeard(heard)).isEqualTo(then);
	}

	private long signs() {
		return this.one.paths().stream().filter("lease/keepalive"::equals).count();
	}

	@Test
	void sessionThatIsKeptAliveIsHeardOf() {
		TestInstance a = instance(new Told(), SHORT, this.one.endpoint());
		Moment heard = a.directory().lastHeard(new SystemLockClock().now());
		Awaitility.await()
			.until(() -> a.directory().lastHeard(heard).nanos() - heard.nanos() > TimeUnit.SECONDS.toNanos(1));
	}

	@Test
	void clusterThatHasForgottenEverythingEndsTheSession() {
		Told told = new Told();
		LockStore a = instance(told, SHORT, this.one.endpoint()).store();
		answered(() -> acquire(a, 1));
		this.model.forget();
		Awaitility.await().until(() -> told.taken().contains(id(a, 1)));
		assertThat(answered(() -> acquire(a, 2)).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void revisionThatFallsEndsTheSessionAlthoughItsLeaseIsThere() {
		Told told = new Told();
		LockStore a = instance(told, SHORT, this.one.endpoint()).store();
		List.of(1, 2, 3).forEach((attempt) -> {
			answered(() -> acquire(a, attempt));
			answered(() -> a.release(this.name, id(a, attempt), 0));
		});
		answered(() -> acquire(a, 5));
		this.model.fallBack(2);
		Awaitility.await().until(() -> told.taken().contains(id(a, 5)));
	}

	@Test
	void stopEndsTheSessionUnlessSomethingIsHeld() {
		LockStore a = atOne(new Told()).store();
		answer(acquire(a, 1));
		// the answer to a farewell is not waited for as long as a busy machine may take
		Awaitility.await()
			.until(() -> endsItsSession(instance(new Told(), Duration.ofMinutes(10), this.one.endpoint()).store()));
		assertThat(endsItsSession(a)).isFalse();
		assertThat(this.model.keys("/locks/")).isOne();
	}

	private boolean endsItsSession(LockStore store) {
		long before = this.model.keys("/sessions/");
		store.stop();
		return this.model.keys("/sessions/") < before;
	}

	@Test
	void whoMayNotWriteIsToldTheRightsAndComesBackWhenItMay() {
		this.one
			.fault((path, body) -> path.equals("kv/put") ? Reply.error(403, 7, "etcdserver: permission denied") : null);
		TestInstance a = TestInstance.of(Duration.ofSeconds(30), this.one.endpoint());
		this.instances.add(a);
		new Thread(() -> a.store().start(new Told())).start();
		Awaitility.await()
			.until(() -> a.directory().state().condition() == Condition.DOWN
					&& Objects.requireNonNull(a.directory().state().trouble())
						.contains("permission denied (the user must"));
		this.one.fault((path, body) -> null);
		Awaitility.await().until(() -> a.directory().state().condition() == Condition.UP);
		assertThat(this.model.leases()).as("none is left over").isOne();
	}

	@Test
	void manyLocksAreRenewedByFewRequests() {
		// the last one is taken while the first is held, however slow the machine is
		long lease = Duration.ofMinutes(3).toMillis();
		LockStore a = instance(new Told(), Duration.ofMinutes(10), this.one.endpoint()).store();
		for (int i = 0; i < 250; i++) {
			assertThat(answer(a.acquire("lock " + i, id(a, i), lease, WAIT, LockStore.NO_LIMIT)).status())
				.isEqualTo(Status.OWNED);
		}
		List<Renewal> renewals = new ArrayList<>();
		for (int i = 0; i < 250; i++) {
			renewals.add(new Renewal("lock " + i, id(a, i), lease));
		}
		// one whose command has just ended is renewed after it, by a request of its own
		Awaitility.await().until(() -> {
			long before = this.model.transactions();
			a.renew(renewals).forEach((one) -> assertThat(answer(one).status()).isEqualTo(Status.OWNED));
			return this.model.transactions() - before == 3;
		});
	}

	@Test
	void nameOfFourThousandCharactersIsAName() {
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
