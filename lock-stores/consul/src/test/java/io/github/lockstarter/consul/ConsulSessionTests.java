package io.github.lockstarter.consul;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.consul.TestAgent.Reply;
import io.github.lockstarter.session.SessionLockStore;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Sessions that Consul ends, forgets or confirms falsely, and rights that are missing.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
@Tag("gate")
class ConsulSessionTests {

	private static final long LEASE = 5_000;

	private static final String NAME = "lock";

	private static final Duration SESSION = Duration.ofSeconds(6);

	private final ConsulModel model = new ConsulModel();

	private final TestAgent agent = new TestAgent(this.model);

	private final List<TestInstance> instances = new ArrayList<>();

	private final AtomicLong passedNanos = new AtomicLong();

	private final AtomicLong passedMillis = new AtomicLong();

	private final Told told = new Told();

	@AfterEach
	void stop() {
		this.agent.fault((path, body) -> null);
		this.instances.forEach((instance) -> instance.store().stop());
		this.agent.close();
	}

	private TestInstance instance() {
		return started(TestInstance.of(SESSION, this.agent.endpoint()));
	}

	private TestInstance started(TestInstance instance) {
		this.instances.add(instance);
		instance.store().start(this.told);
		return instance;
	}

	// Starts while Consul refuses: a start waits.
	private TestInstance begun(ConsulSettings settings) {
		TestInstance instance = TestInstance.of(settings, new SystemLockClock());
		this.instances.add(instance);
		Thread thread = new Thread(() -> instance.store().start(this.told));
		thread.setDaemon(true);
		thread.start();
		return instance;
	}

	private TestInstance begun() {
		return begun(new ConsulSettings(List.of(this.agent.endpoint()), Duration.ofSeconds(30)));
	}

	@Test
	void sessionBelongsToANodeThatIsNoAgentAndIsRegisteredAgain() {
		TestInstance a = instance();
		assertThat(this.model.nodesOfSessions()).containsExactly("distributed-locks");
		answered(() -> acquire(a.store(), 1));
		this.model.deregister("distributed-locks");
		Awaitility.await().until(() -> this.told.taken().contains(id(a.store(), 1)));
		assertThat(answered(() -> acquire(a.store(), 2)).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void sessionThatIsRenewedIsHeardOf() {
		TestInstance a = instance();
		Moment heard = a.directory().lastHeard(new SystemLockClock().now());
		Awaitility.await()
			.until(() -> a.directory().lastHeard(heard).nanos() - heard.nanos() > TimeUnit.SECONDS.toNanos(1));
	}

	@Test
	void renewalDoesNotCountWithoutAConsistentReadAfterIt() {
		TestInstance a = instance();
		Moment heard = a.directory().lastHeard(new SystemLockClock().now());
		AtomicInteger refused = new AtomicInteger();
		// A leader without a majority: it renews from memory, and cannot serve the read.
		this.agent.fault((path, body) -> {
			boolean read = path.startsWith("kv/") && refused.incrementAndGet() > 0;
			return read ? new Reply(ConsulReply.NO_LEADER) : null;
		});
		Awaitility.await().until(() -> refused.get() > 1);
		Moment then = a.directory().lastHeard(heard);
		long renewals = this.agent.count("session/renew");
		Awaitility.await().until(() -> this.agent.count("session/renew") > renewals + 2);
		assertThat(a.directory().lastHeard(heard)).isEqualTo(then);
		assertThat(a.directory().state().condition()).isEqualTo(Condition.DOWN);
	}

	@Test
	void leaderThatDoesNotKnowTheSessionYetEndsNoLock() {
		TestInstance a = instance();
		answered(() -> acquire(a.store(), 1));
		Moment heard = a.directory().lastHeard(new SystemLockClock().now());
		this.agent.fault((path, body) -> path.startsWith("session/renew")
				? Reply.of(404, "Session id '" + path + "' not found") : null);
		long renewals = this.agent.count("session/renew");
		Awaitility.await().until(() -> this.agent.count("session/renew") > renewals + 2);
		assertThat(this.told.taken()).isEmpty();
		assertThat(a.directory().lastHeard(heard)).as("no renewal").isEqualTo(heard);
		this.agent.fault((path, body) -> null);
		Awaitility.await().until(() -> a.directory().lastHeard(heard).nanos() > heard.nanos());
		assertThat(answered(() -> a.store().renew(NAME, id(a.store(), 1), LEASE)).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void renewalByAReplacedLeaderDoesNotKeepASessionThatHasEnded() {
		TestInstance a = instance();
		answered(() -> acquire(a.store(), 1));
		this.agent.fault((path, body) -> path.startsWith("session/renew") ? Reply.of(200, "[]") : null);
		this.model.endSession(0);
		Awaitility.await().until(() -> this.told.taken().contains(id(a.store(), 1)));
	}

	@ParameterizedTest
	@CsvSource({ "61, 61", "0, 61", "61, 0" })
	void sessionThatWasNotConfirmedForAWholeTtlIsGivenUpAndNotRenewed(int monotonic, int wall, CapturedOutput log) {
		LockClock clock = () -> new Moment(System.nanoTime() + this.passedNanos.get(),
				System.currentTimeMillis() + this.passedMillis.get());
		TestInstance a = started(
				TestInstance.of(new ConsulSettings(List.of(this.agent.endpoint()), Duration.ofMinutes(1)), clock));
		answered(() -> acquire(a.store(), 1));
		String first = Objects.requireNonNull(a.connection().session()).id();
		this.passedNanos.addAndGet(TimeUnit.SECONDS.toNanos(monotonic));
		this.passedMillis.addAndGet(TimeUnit.SECONDS.toMillis(wall));
		Awaitility.await().until(() -> isFollowed(a, first));
		assertThat(this.agent.paths()).doesNotContain("session/renew/" + first);
		Awaitility.await().until(() -> this.agent.paths().contains("session/destroy/" + first));
		assertThat(this.model.keys("/locks/")).isZero();
		assertThat(log).contains("has not confirmed the session of this instance for 1m");
	}

	private static boolean isFollowed(TestInstance instance, String former) {
		Life now = instance.connection().session();
		return now != null && !now.id().equals(former);
	}

	@Test
	void endOfASessionIsReportedBeforeItsNextRenewal() {
		TestInstance a = started(TestInstance.of(Duration.ofMinutes(10), this.agent.endpoint()));
		answered(() -> acquire(a.store(), 1));
		Awaitility.await().until(() -> this.agent.polls() == 1);
		long renewals = this.agent.count("session/renew");
		this.model.endSession(0);
		Awaitility.await().until(() -> this.told.taken().contains(id(a.store(), 1)));
		assertThat(this.agent.count("session/renew")).isEqualTo(renewals);
	}

	@Test
	void sessionIsWatchedOnlyWhileItHasPlaces() {
		TestInstance a = instance();
		assertThat(this.agent.polls()).isZero();
		answered(() -> acquire(a.store(), 1));
		Awaitility.await().until(() -> this.agent.polls() == 1);
		answered(() -> a.store().release(NAME, id(a.store(), 1), 0));
		Awaitility.await().until(() -> this.agent.polls() == 0);
	}

	@Test
	void clusterThatHasForgottenEverythingEndsTheSession(CapturedOutput log) {
		TestInstance a = instance();
		answered(() -> acquire(a.store(), 1));
		this.model.forget();
		Awaitility.await().until(() -> this.told.taken().contains(id(a.store(), 1)));
		assertThat(answered(() -> acquire(a.store(), 2)).status()).isEqualTo(Status.OWNED);
		assertThat(log).contains("it was restored or rebuilt, and fencing tokens would decrease")
			.contains("distributed-lock.consul.token-offset");
	}

	@Test
	void restoredSnapshotEndsLocksThatAreNewerAndLeavesNoPlace() {
		TestInstance a = started(TestInstance.of(Duration.ofMinutes(10), this.agent.endpoint()));
		LockStore store = a.store();
		// Before the session key is written again.
		this.agent.fault((path, body) -> path.startsWith("session/renew") ? new Reply(ConsulReply.NO_LEADER) : null);
		StoreReply held = answered(() -> acquire(store, 1));
		Runnable restore = this.model.snapshot();
		answered(() -> store.release(NAME, id(store, 1), 0));
		answered(() -> store.acquire("other", id(store, 2), LEASE, 60_000, LockStore.NO_LIMIT));
		restore.run();
		Awaitility.await()
			.until(() -> answered(() -> store.renew("other", id(store, 2), LEASE)).status() == Status.LOST);
		StoreReply next = answered(() -> acquire(store, 3));
		assertThat(next.status()).as("its former place is back, and is deleted").isEqualTo(Status.OWNED);
		assertThat(next.firstToken()).isGreaterThan(held.lastToken());
		answered(() -> store.release(NAME, id(store, 3), 0));
		assertThat(this.model.keys("/locks/")).isZero();
	}

	@Test
	void placesThatWereLeftSinceARestoredSnapshotGoWithTheirSession() {
		TestInstance a = instance();
		TestInstance b = started(TestInstance.of(Duration.ofMinutes(10), this.agent.endpoint()));
		String first = Objects.requireNonNull(a.connection().session()).id();
		StoreReply left = answered(() -> acquire(a.store(), 1));
		Runnable restore = this.model.snapshot();
		long fence = Objects.requireNonNull(a.connection().session()).fence();
		answered(() -> a.store().release(NAME, id(a.store(), 1), 0));
		Awaitility.await().until(() -> Objects.requireNonNull(a.connection().session()).fence() > fence);
		restore.run();
		assertThat(this.model.keys("/locks/")).isOne();
		Awaitility.await().until(() -> isFollowed(a, first));
		StoreReply next = Awaitility.await()
			.until(() -> answered(() -> acquire(b.store(), 2)), (reply) -> reply.status() == Status.OWNED);
		assertThat(next.firstToken()).isGreaterThan(left.lastToken());
	}

	@Test
	void sessionKeyOfAnOlderSnapshotEndsTheSession() {
		TestInstance a = started(TestInstance.of(Duration.ofMinutes(10), this.agent.endpoint()));
		Runnable restore = this.model.snapshot();
		answered(() -> acquire(a.store(), 1));
		a.directory().lineNow(NAME).toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join();
		String first = Objects.requireNonNull(a.connection().session()).id();
		restore.run();
		// All writes would check an index that is no longer that of the key.
		Awaitility.await().until(() -> isFollowed(a, first));
		assertThat(answered(() -> acquire(a.store(), 2)).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void stopEndsTheSessionUnlessALockIsHeld() {
		LockStore a = instance().store();
		answered(() -> acquire(a, 1));
		LockStore b = started(TestInstance.of(Duration.ofMinutes(10), this.agent.endpoint())).store();
		assertThat(this.model.sessions()).isEqualTo(2);
		b.stop();
		Awaitility.await().until(() -> this.model.sessions() == 1);
		a.stop();
		assertThat(this.model.keys("/locks/")).isOne();
	}

	@Test
	void ttlBelowTheMinimumOfTheServersStopsTheStart() {
		this.model.minimum(Duration.ofSeconds(10));
		TestInstance a = TestInstance.of(SESSION, this.agent.endpoint());
		this.instances.add(a);
		assertThatExceptionOfType(LockStartException.class).isThrownBy(() -> a.store().start(this.told))
			.withMessageContaining("distributed-lock.consul.session-ttl is 6s, but must be within the limits of the "
					+ "servers (session_ttl_min)")
			.withMessageContaining("must be between [10s=24h0m0s]");
	}

	@Test
	void clusterWithoutALeaderAtStartupIsUsedWhenItHasOne() {
		this.agent.fault((path, body) -> new Reply(ConsulReply.NO_LEADER));
		TestInstance a = begun();
		awaitTrouble(a, "No cluster leader");
		this.agent.fault((path, body) -> null);
		Awaitility.await().until(() -> a.directory().state().condition() == Condition.UP);
		assertThat(this.model.sessions()).as("none is left over").isOne();
	}

	@Test
	void missingRightForTheNodeIsNamed() {
		this.model.mayRegister(false);
		TestInstance a = begun();
		awaitTrouble(a, "Missing node registration (the node distributed-lock.consul.node is not registered, and the "
				+ "token may not register it: node, policy write; or register it once as an administrator)");
		this.model.mayRegister(true);
		Awaitility.await().until(() -> a.directory().state().condition() == Condition.UP);
	}

	@Test
	void nodeThatAnAdministratorHasRegisteredNeedsNoRight() {
		this.model.answer("PUT", "catalog/register", Operations.node("distributed-locks"));
		this.model.mayRegister(false);
		assertThat(instance().directory().state().condition()).isEqualTo(Condition.UP);
	}

	@Test
	void missingRightForSessionsIsNamed() {
		this.model.mayCreateSessions(false);
		TestInstance a = begun();
		awaitTrouble(a, "Permission denied (the token must be allowed to create sessions on the node "
				+ "distributed-lock.consul.node: session, policy write)");
		this.model.mayCreateSessions(true);
		Awaitility.await().until(() -> a.directory().state().condition() == Condition.UP);
	}

	@Test
	void missingRightForThePrefixIsNamed() {
		this.model.mayUseKeys(false);
		TestInstance a = begun();
		awaitTrouble(a, "Permission denied (the token must be allowed to write all keys below "
				+ "distributed-lock.consul.root: key_prefix, policy write)");
		this.model.mayUseKeys(true);
		Awaitility.await().until(() -> a.directory().state().condition() == Condition.UP);
		Awaitility.await().until(() -> this.model.sessions() == 1);
	}

	private static void awaitTrouble(TestInstance instance, String message) {
		Awaitility.await()
			.until(() -> instance.directory().state().condition() == Condition.DOWN
					&& Objects.requireNonNull(instance.directory().state().trouble()).contains(message));
	}

	@Test
	void rightThatIsTakenAwayIsNoLossAndNoFreeLock() {
		TestInstance a = started(TestInstance.of(Duration.ofMinutes(1), this.agent.endpoint()));
		LockStore store = a.store();
		answered(() -> acquire(store, 1));
		this.model.mayUseKeys(false);
		assertThat(outcome(store.renew(NAME, id(store, 1), LEASE))).isEqualTo(StoreException.Outcome.REJECTED);
		assertThat(outcome(store.acquire("free", id(store, 2), LEASE, 0, LockStore.NO_LIMIT)))
			.isEqualTo(StoreException.Outcome.REJECTED);
		assertThat(a.directory().line(NAME)).as("not an empty one")
			.failsWithin(Duration.ofMinutes(1))
			.withThrowableThat()
			.withMessageContaining("it hides keys (the token must be allowed");
		assertThat(this.told.taken()).isEmpty();
		this.model.mayUseKeys(true);
		assertThat(answered(() -> store.renew(NAME, id(store, 1), LEASE)).status()).isEqualTo(Status.OWNED);
	}

	@ParameterizedTest
	@ValueSource(strings = { "/locks/", "distributed-locks/" })
	void hiddenKeysAreNoFreeLock(String part) {
		TestInstance a = started(TestInstance.of(Duration.ofMinutes(1), this.agent.endpoint()));
		TestInstance b = started(TestInstance.of(Duration.ofMinutes(1), this.agent.endpoint()));
		answered(() -> acquire(a.store(), 1));
		this.model.hide(part);
		assertThat(outcome(acquire(b.store(), 1))).isEqualTo(StoreException.Outcome.REJECTED);
		assertThat(outcome(b.store().acquire(NAME, id(b.store(), 2), LEASE, 0, LockStore.NO_LIMIT)))
			.isEqualTo(StoreException.Outcome.REJECTED);
	}

	@Test
	void tokenIsReadAgainWhenItIsRefused() {
		this.agent.askFor("first");
		AtomicInteger reads = new AtomicInteger();
		String[] current = { "first" };
		ConsulSettings settings = new ConsulSettings(List.of(this.agent.endpoint()), Duration.ofMinutes(1), "locks",
				"distributed-locks", "first", null, null);
		ConsulDirectory directory = new ConsulDirectory(settings, () -> {
			reads.incrementAndGet();
			return current[0];
		}, "lock", "test", new SystemLockClock());
		TestInstance made = TestInstance.of(settings, new SystemLockClock());
		TestInstance a = started(new TestInstance(directory,
				new SessionLockStore(directory, made.settings(), 0, made.runtime()), made.settings(), made.runtime()));
		answered(() -> acquire(a.store(), 1));
		assertThat(reads).hasValue(1);
		current[0] = "second";
		this.agent.askFor("second");
		assertThat(answered(() -> a.store().renew(NAME, id(a.store(), 1), LEASE)).status()).isEqualTo(Status.OWNED);
	}

	@Test
	void wrongTokenIsNamed() {
		this.agent.askFor("right");
		awaitTrouble(begun(new ConsulSettings(List.of(this.agent.endpoint()), Duration.ofSeconds(30),
				"distributed-locks", "distributed-locks", "wrong", null, null)),
				"ACL not found (distributed-lock.consul.token)");
	}

	@Test
	void otherServerIsNamed() {
		this.agent.fault((path, body) -> Reply.of(404, "<html>Not Found"));
		awaitTrouble(begun(), "it answers with HTTP status 404: it is no Consul");
		this.agent.fault((path, body) -> Reply.of(200, "<html>Welcome"));
		awaitTrouble(begun(), "does not answer as Consul does");
	}

	private CompletionStage<StoreReply> acquire(LockStore store, int attempt) {
		return store.acquire(NAME, id(store, attempt), LEASE, 60_000, LockStore.NO_LIMIT);
	}

	private static StoreException.@Nullable Outcome outcome(CompletionStage<StoreReply> stage) {
		return stage.handle((reply, failure) -> (failure != null) ? StoreException.of(failure).getOutcome() : null)
			.toCompletableFuture()
			.orTimeout(120, TimeUnit.SECONDS)
			.join();
	}

	private static StoreReply answered(Supplier<CompletionStage<StoreReply>> command) {
		return Awaitility.await()
			.ignoreExceptionsMatching((ex) -> ex.getCause() instanceof StoreException)
			.until(() -> command.get().toCompletableFuture().orTimeout(120, TimeUnit.SECONDS).join(), (reply) -> true);
	}

	private static String id(LockStore store, int attempt) {
		return store.clientId() + ":" + attempt;
	}

}
