package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import io.lettuce.core.pubsub.RedisPubSubAdapter;
import io.lettuce.core.pubsub.StatefulRedisPubSubConnection;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * What holders see of it, and who starts, connects or is handed a lock in it.
 */
// leases end in real time; RenewalFaultsTests and HoldRenewalTests have the rule on a
// test clock
@Tag("slow")
class RedisTroubleOfHoldersIntegrationTests extends InRedisTrouble {

	// It outlives the trouble on a machine that stops for many seconds, too.
	private static final LockSettings OUTLIVING = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(30)).setCommandTimeout(Duration.ofSeconds(3)));

	@ParameterizedTest
	@EnumSource
	void lockIsKeptIfItsLeaseLastsLongerAndLostIfItEndsBefore(RedisTrouble trouble) {
		try (LockInstance keeping = LockInstance.on(this.redis, OUTLIVING);
				LockInstance other = LockInstance.on(this.redis, SHORT_LEASE)) {
			Lease kept = keeping.locks().acquire(REQUEST);
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
			await().until(() -> kept.remaining().toMillis() < 19_000);
			end(trouble);
			await().until(() -> kept.remaining().toMillis() > 20_000);
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
		List<String> told = new CopyOnWriteArrayList<>();
		StatefulRedisPubSubConnection<String, String> waiter = admins.connectPubSub(this.address);
		waiter.addListener(new RedisPubSubAdapter<>() {

			@Override
			public void message(String channel, String message) {
				told.add(message);
			}

		});
		waiter.sync().subscribe("lock:%push:b");
		begin(trouble);
		assertRefused(trouble, () -> raw.release("a:1", 0));
		assertRefused(trouble, () -> raw.cancel("a:1", 0, 0));
		raw.awaitExpiry();
		assertRefused(trouble, () -> raw.acquire("c:1", 30_000, 0));
		end(trouble);
		raw.acquire("c:1", 30_000, 0);
		// what was sent before arrives before
		await().until(() -> !told.isEmpty());
		assertThat(told).hasSize(1);
	}

	@Test
	void instanceThatStartsInItIsKnownByItsLabelAfterwards() {
		begin(RedisTrouble.NOREPLICAS);
		try (LockInstance late = LockInstance.on(this.redis, SETTINGS)) {
			end(RedisTrouble.NOREPLICAS);
			Lease lease = late.locks().acquire(REQUEST.waitTime(LONG));
			await().ignoreExceptionsInstanceOf(LockUnavailableException.class)
				.untilAsserted(() -> assertThat(this.second.locks().describe("a")).map(LockInfo::holder)
					.contains("test@host:1"));
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

}
