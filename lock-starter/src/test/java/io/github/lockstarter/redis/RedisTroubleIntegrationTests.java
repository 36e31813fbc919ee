package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What callers, waiters and holders see of a Redis that is there and refuses, and that
 * the instance works again by itself when it does not any more.
 */
@Timeout(120)
class RedisTroubleIntegrationTests extends TwoServersOnOwnRedis {

	private static final Duration LONG = Duration.ofSeconds(100);

	// Far more than the budgets of the callers, far less than a lease or a long wait.
	private static final Duration SOON = Duration.ofSeconds(60);

	private static final Duration SHORT_WAIT = Duration.ofMillis(200);

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(12)).setCommandTimeout(Duration.ofSeconds(1)));

	private static final LockSettings SHORT_LEASE = LockInstance.settings(
			(settings) -> settings.setLeaseTime(Duration.ofMillis(900)).setCommandTimeout(Duration.ofMillis(300)));

	private static final LockRequest REQUEST = LockRequest.of("a");

	private static final RedisClient ADMIN = RedisClient.create();

	private RedisURI address;

	private StatefulRedisConnection<String, String> admin;

	RedisTroubleIntegrationTests() {
		super(SETTINGS,
				LockInstance.settings((settings) -> settings.setLeaseTime(Duration.ofMinutes(2))
					.setCommandTimeout(Duration.ofSeconds(1))
					.setPollInterval(Duration.ofMillis(400))),
				RedisTrouble.REDIS_ARGUMENTS);
	}

	@BeforeEach
	void connectAdmin() {
		this.address = RedisURI.create(this.redis.host(), this.redis.port());
		this.admin = ADMIN.connect(this.address);
	}

	@AfterEach
	void disconnectAdmin() {
		this.admin.closeAsync();
	}

	@AfterAll
	static void closeAdmin() {
		ADMIN.shutdown();
	}

	@ParameterizedTest
	@EnumSource
	void callersAreToldInTimeAndServedAgainAfterwards(RedisTrouble trouble) {
		begin(trouble);
		await().untilAsserted(() -> assertUnavailable(trouble, this.first.acquiring(REQUEST.noWait())));
		List<CompletableFuture<Lease>> callers = Stream.of(REQUEST.noWait(), LockRequest.of("b").waitTime(SHORT_WAIT),
				LockRequest.of("c").waitTime(SHORT_WAIT).fair(true), LockRequest.ofAll("d", "e").waitTime(SHORT_WAIT))
			.map(this.first::acquiring)
			.toList();
		callers.forEach((caller) -> assertUnavailable(trouble, caller));
		end(trouble);
		List.of("a", "b", "c", "d", "e").forEach(this::awaitFree);
	}

	@ParameterizedTest
	@EnumSource
	void waitersGetTheLockWhenItIsOver(RedisTrouble trouble) throws Exception {
		Lease lease = this.second.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = this.first.acquiring(REQUEST.waitTime(LONG));
		awaitWaiters(1);
		begin(trouble);
		CompletableFuture<Lease> newcomer = this.first.acquiring(LockRequest.of("b").waitTime(LONG));
		CompletableFuture<Void> released = CompletableFuture.runAsync(lease::close);
		assertThat(released).succeedsWithin(SOON);
		if (!trouble.isWaitedFor()) {
			assertUnavailable(trouble, waiter);
			assertUnavailable(trouble, newcomer);
		}
		end(trouble);
		if (trouble.isWaitedFor()) {
			Lease next = waiter.get(120, TimeUnit.SECONDS);
			assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
			next.close();
			newcomer.get(120, TimeUnit.SECONDS).close();
			awaitFree("a");
		}
	}

	@ParameterizedTest
	@EnumSource
	void waiterThatGivesUpLeavesTheQueueWhenItIsOver(RedisTrouble trouble) throws Exception {
		Lease lease = this.second.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = new CompletableFuture<>();
		Thread thread = this.first.acquiring(REQUEST.waitTime(LONG), waiter);
		awaitWaiters(1);
		begin(trouble);
		thread.interrupt();
		assertThat(waiter).failsWithin(SOON)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(LockInterruptedException.class);
		end(trouble);
		if (trouble.isWaitedFor()) {
			awaitEmptyQueue("a");
		}
		lease.close();
		awaitFree("a");
	}

	@ParameterizedTest
	@EnumSource
	void lockIsKeptIfItsLeaseLastsLongerAndLostIfItEndsBefore(RedisTrouble trouble) {
		Lease kept = this.first.locks().acquire(REQUEST);
		try (LockInstance other = LockInstance.on(this.redis, SHORT_LEASE)) {
			Lease[] lost = new Lease[1];
			CountDownLatch told = new CountDownLatch(1);
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> other.locks().executeWithoutResult("b", (lease) -> {
					lost[0] = lease.onLost(told::countDown);
					begin(trouble);
					assertThat(told.await(120, TimeUnit.SECONDS)).isTrue();
					assertThatExceptionOfType(LockLostException.class).isThrownBy(lease::ensureHeld);
				}))
				.withMessageContaining("could not be renewed in time");
			// due after a third of the lease: at least one renewal was refused
			await().until(() -> kept.remaining().toMillis() < 7_500);
			end(trouble);
			await().until(() -> kept.remaining().toMillis() > 8_500);
			kept.ensureHeld();
			await().ignoreExceptions()
				.until(() -> this.second.locks().describe("a").orElseThrow().fencingToken() == kept.fencingToken());
			kept.close();
			awaitFree("a");
			try (Lease next = this.second.locks().acquire(LockRequest.of("b").noWait())) {
				assertThat(next.fencingToken()).isGreaterThan(lost[0].fencingToken());
			}
			await().ignoreExceptions().until(() -> other.acquires(LockRequest.of("b")));
		}
	}

	/**
	 * A waiter that is told of a hand-off that Redis then refuses works without the lock.
	 */
	@ParameterizedTest
	@EnumSource(names = { "READONLY", "NOREPLICAS", "MISCONF" })
	void handOffThatIsRefusedIsNotTold(RedisTrouble trouble) {
		RawLock raw = lock("raw");
		raw.acquire("a:1", 2_000, 0);
		raw.acquire("b:1", 30_000, 60_000);
		ADMIN.connectPubSub(this.address).sync().subscribe("lock:%push:b");
		begin(trouble);
		assertRefused(trouble, () -> raw.release("a:1", 0));
		assertRefused(trouble, () -> raw.cancel("a:1", 0, 0));
		raw.awaitExpiry();
		assertRefused(trouble, () -> raw.acquire("c:1", 30_000, 0));
		assertThat(this.redis.info("commandstats")).doesNotContainKey("cmdstat_publish");
		end(trouble);
		raw.acquire("c:1", 30_000, 0);
		assertThat(this.redis.info("commandstats")).containsKey("cmdstat_publish");
	}

	@Test
	void instanceThatStartsInItIsKnownByItsLabelAfterwards() {
		begin(RedisTrouble.NOREPLICAS);
		try (LockInstance late = LockInstance.on(this.redis, SETTINGS)) {
			end(RedisTrouble.NOREPLICAS);
			Lease lease = late.locks().acquire(REQUEST.waitTime(LONG));
			await().untilAsserted(
					() -> assertThat(this.second.locks().describe("a")).map(LockInfo::holder).contains("test@host:1"));
			lease.close();
		}
	}

	@Test
	void passwordThatChangesIsAskedForAtTheNextConnection() {
		AtomicReference<String> password = new AtomicReference<>("old");
		this.redis.cli("ACL", "SETUSER", "locks", "on", ">old", "~*", "&*", "+@all");
		try (LockInstance instance = LockInstance.on(factory("locks", password::get), SETTINGS,
				new SystemLockClock())) {
			Lease lease = instance.locks().acquire(REQUEST);
			this.redis.cli("ACL", "SETUSER", "locks", "resetpass", ">new");
			this.redis.cli("CLIENT", "KILL", "USER", "locks");
			await().untilAsserted(
					() -> assertUnavailable(".*WRONGPASS.*", instance.acquiring(LockRequest.of("b").noWait())));
			password.set("new");
			await().ignoreExceptions().until(() -> instance.acquires(LockRequest.of("b").noWait()));
			lease.ensureHeld();
			lease.close();
			awaitFree("a");
		}
	}

	private LettuceConnectionFactory factory(String user, Supplier<String> password) {
		return new LettuceConnectionFactory(new RedisStandaloneConfiguration(this.redis.host(), this.redis.port()),
				LettuceClientConfiguration.builder()
					.redisCredentialsProviderFactory(new RedisCredentialsProviderFactory() {

						@Override
						public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
							return RedisCredentialsProvider.from(() -> RedisCredentials.just(user, password.get()));
						}

					})
					.build());
	}

	private static void assertRefused(RedisTrouble trouble, ThrowingCallable command) {
		assertThatIllegalStateException().isThrownBy(command).withMessageContaining(trouble.name());
	}

	private void begin(RedisTrouble trouble) {
		trouble.begin(this.redis, this.admin);
	}

	private void end(RedisTrouble trouble) {
		trouble.end(this.redis, this.admin);
	}

	private void awaitWaiters(int waiters) {
		await().until(() -> this.second.locks().describe("a").orElseThrow().waiters() == waiters);
	}

	/**
	 * Nobody owns the lock or waits for it, and both instances can have it.
	 */
	private void awaitFree(String name) {
		awaitEmptyQueue(name);
		await().until(() -> !lock(name).fields().containsKey("x"));
		for (LockInstance instance : List.of(this.first, this.second)) {
			await().ignoreExceptions().until(() -> instance.acquires(LockRequest.of(name).noWait()));
		}
	}

	private void awaitEmptyQueue(String name) {
		await().untilAsserted(() -> assertThat(lock(name).fields()).as("queue of " + name)
			.allSatisfy((field, value) -> assertThat(field).doesNotMatch("h|t|[qw].+")));
	}

	private RawLock lock(String name) {
		return new RawLock(this.redis, "lock:" + name, "lock:%push:");
	}

	private static void assertUnavailable(RedisTrouble trouble, CompletableFuture<Lease> caller) {
		assertUnavailable(trouble.message(), caller);
	}

	private static void assertUnavailable(String message, CompletableFuture<Lease> caller) {
		assertThat(caller).failsWithin(SOON)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(LockUnavailableException.class)
			.withMessageMatching(message);
	}

	private static ConditionFactory await() {
		return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20));
	}

}
