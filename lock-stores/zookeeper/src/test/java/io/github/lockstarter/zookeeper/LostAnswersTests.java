package io.github.lockstarter.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher.Event.EventType;
import org.apache.zookeeper.Watcher.Event.KeeperState;
import org.apache.zookeeper.ZooKeeper;
import org.apache.zookeeper.data.Stat;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.session.SessionLockStore;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.FaultProxy.Flow;
import io.github.lockstarter.test.TestZooKeeper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A connection breaks when a command was executed and nobody has heard of it. The session
 * goes on, and so do its nodes.
 */
@Timeout(120)
@Tag("gate")
class LostAnswersTests {

	private static final Duration SESSION = Duration.ofSeconds(30);

	private static final long LEASE = 15_000;

	private static final long WAIT = 60_000;

	private static TestZooKeeper server;

	private final FaultProxy proxy = FaultProxy.to("127.0.0.1", server.ports().get(0));

	private final List<SessionLockStore> stores = new ArrayList<>();

	private final String name = "lost answers:" + System.nanoTime();

	@BeforeAll
	static void begin() {
		server = TestZooKeeper.start(1, 1_500);
	}

	@AfterAll
	static void end() {
		server.close();
	}

	@AfterEach
	void stop() {
		this.stores.forEach(SessionLockStore::stop);
		this.proxy.close();
	}

	private TestInstance instance(String connectString, Told told) {
		TestInstance instance = TestInstance.of(connectString, SESSION);
		this.stores.add(instance.store());
		instance.store().start(told);
		return instance;
	}

	@Test
	void placeThatNobodyWasToldOfIsThatOfTheAttemptWhenItAsksAgain() {
		SessionLockStore a = instance(throughProxy(), new Told()).store();
		Told told = new Told();
		SessionLockStore b = instance(server.connectString(), told).store();
		assertThat(outcome(withoutAnswer(() -> acquire(a, 1)))).isEqualTo(StoreException.Outcome.UNKNOWN);
		assertThat(answer(acquire(b, 1)).queue()).as("behind it").isEqualTo(1);
		assertThat(answered(() -> acquire(a, 1)).status()).isEqualTo(Status.OWNED);
		assertThat(answer(b.describe(this.name)).queue()).as("it has one place").isEqualTo(1);
		assertThat(told.messages).isEmpty();
		answer(a.release(this.name, id(a, 1), 0));
		assertThat(told.next().id()).isEqualTo(id(b, 1));
	}

	@Test
	void placeThatNobodyWasToldOfIsLeftIfNobodyAsksAgain() {
		SessionLockStore a = instance(throughProxy(), new Told()).store();
		Told told = new Told();
		SessionLockStore b = instance(server.connectString(), told).store();
		// far more than it takes to ask for the other one, on a busy machine, too
		long wait = 8_000;
		outcome(withoutAnswer(() -> a.acquire(this.name, id(a, 1), LEASE, wait, LockStore.NO_LIMIT)));
		assertThat(answer(acquire(b, 1)).status()).isEqualTo(Status.WAIT);
		assertThat(told.next().id()).isEqualTo(id(b, 1));
		assertThat(answer(b.describe(this.name)).queue()).isZero();
	}

	/**
	 * ZooKeeper's client says so after each connect with SASL.
	 */
	@Test
	void connectionThatHasLoggedInStands() {
		TestInstance instance = instance(server.connectString(), new Told());
		SessionLockStore store = instance.store();
		assertThat(answer(acquire(store, 1)).status()).isEqualTo(Status.OWNED);
		instance.client()
			.getTestable()
			.queueEvent(new WatchedEvent(EventType.None, KeeperState.SaslAuthenticated, null));
		// behind it in the same queue
		answer(store.describe(this.name));
		assertThat(store.state().commands()).isEqualTo(StoreState.Link.UP);
		assertThat(answer(store.describe(this.name)).status()).isNotNull();
	}

	@Test
	void releaseThatNobodyHasAnsweredIsDoneOnce() {
		SessionLockStore a = instance(throughProxy(), new Told()).store();
		SessionLockStore b = instance(server.connectString(), new Told()).store();
		answer(acquire(a, 1));
		assertThat(outcome(withoutAnswer(() -> a.release(this.name, id(a, 1), 0))))
			.isEqualTo(StoreException.Outcome.UNKNOWN);
		Awaitility.await().until(() -> answer(acquire(b, 1)).status() == Status.OWNED);
		assertThat(answered(() -> a.release(this.name, id(a, 1), 0)).status()).isEqualTo(Status.ALREADY);
		assertThat(answer(b.renew(this.name, id(b, 1), LEASE)).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void turnThatWasGivenOnWithoutAnAnswerIsThatOfTheNextCaller() {
		SessionLockStore a = instance(throughProxy(), new Told()).store();
		long last = answer(acquire(a, 1)).lastToken();
		outcome(withoutAnswer(() -> giveOn(a)));
		StoreReply again = answered(() -> giveOn(a));
		assertThat(again.status()).isEqualTo(Status.OWNED);
		assertThat(again.firstToken()).isGreaterThan(last);
		assertThat(answer(a.renew(this.name, id(a, 1), LEASE)).status()).isEqualTo(Status.LOST);
		assertThat(answer(a.describe(this.name)).queue()).isZero();
	}

	@Test
	void sessionThatLivesOnKeepsTheLock() {
		Told told = new Told();
		TestInstance instance = instance(throughProxy(), told);
		SessionLockStore a = instance.store();
		long token = answer(acquire(a, 1)).firstToken();
		long session = instance.client().getSessionId();
		this.proxy.cut();
		StoreReply again = answered(() -> acquire(a, 1));
		assertThat(again.firstToken()).isEqualTo(token);
		assertThat(instance.client().getSessionId()).isEqualTo(session);
		assertThat(told.taken).isEmpty();
	}

	private String throughProxy() {
		return "127.0.0.1:" + this.proxy.port();
	}

	private CompletionStage<StoreReply> acquire(LockStore store, int attempt) {
		return store.acquire(this.name, id(store, attempt), LEASE, WAIT, LockStore.NO_LIMIT);
	}

	private CompletionStage<StoreReply> giveOn(LockStore store) {
		return store.yield(this.name, id(store, 1), id(store, 2), LEASE, WAIT, LockStore.NO_LIMIT);
	}

	/**
	 * Sends a command, has it executed, and breaks the connection without an answer.
	 */
	private CompletionStage<StoreReply> withoutAnswer(Supplier<CompletionStage<StoreReply>> command) {
		makeLock();
		this.proxy.replies(Flow.HOLD);
		long before = lastTransaction();
		CompletionStage<StoreReply> stage = command.get();
		Awaitility.await().until(() -> lastTransaction() > before);
		this.proxy.cut();
		this.proxy.replies(Flow.PASS);
		return stage;
	}

	/**
	 * Makes the node of the lock: who finds none makes one by another request.
	 */
	private void makeLock() {
		SessionLockStore any = instance(server.connectString(), new Told()).store();
		any.acquire(this.name, id(any, 1), LEASE, 1, LockStore.NO_LIMIT)
			.thenCompose((reply) -> any.cancel(this.name, id(any, 1), 0, LockStore.NO_LIMIT))
			.toCompletableFuture()
			.orTimeout(120, TimeUnit.SECONDS)
			.join();
	}

	/**
	 * The last transaction of the lock or its places.
	 */
	private static long lastTransaction() {
		try (ZooKeeper client = new ZooKeeper(server.connectString(), 10_000, (event) -> {
		})) {
			Stat stat = new Stat();
			long last = 0;
			if (client.exists("/distributed-locks", false) != null) {
				for (String lock : client.getChildren("/distributed-locks", false)) {
					client.getData("/distributed-locks/" + lock, false, stat);
					last = Math.max(last, Math.max(stat.getPzxid(), stat.getCzxid()));
				}
			}
			return last;
		}
		catch (Exception ex) {
			throw new IllegalStateException(ex);
		}
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

	private static StoreReply answer(CompletionStage<StoreReply> stage) {
		return stage.toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
	}

	private static String id(LockStore store, int attempt) {
		return store.clientId() + ":" + attempt;
	}

	/**
	 * What an instance is told.
	 */
	private static final class Told implements LockStore.Listener {

		private final BlockingQueue<PushMessage> messages = new LinkedBlockingQueue<>();

		private final BlockingQueue<String> taken = new LinkedBlockingQueue<>();

		PushMessage next() {
			try {
				PushMessage message = this.messages.poll(120, TimeUnit.SECONDS);
				assertThat(message).isNotNull();
				return message;
			}
			catch (InterruptedException ex) {
				throw new IllegalStateException(ex);
			}
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
