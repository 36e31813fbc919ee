package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

/**
 * A Redis without persistence that restarts has forgotten who holds a lock.
 */
// waits for real restart delays; RestartDelayTests has the rule on a test clock
@Tag("slow")
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
class RestartDelayIntegrationTests {

	private static final LockRequest REQUEST = LockRequest.of("restarted").waitTime(Duration.ofMinutes(1));

	private static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(9)));

	private static final RedisSettings DELAYED = new RedisSettings(Duration.ofSeconds(12), 0, Duration.ofMillis(200));

	private TestRedis redis;

	private LockInstance first;

	private LockInstance second;

	@BeforeEach
	void start() {
		this.redis = TestRedis.start();
		this.first = instance();
		this.second = instance();
	}

	@AfterEach
	void stop() {
		this.first.close();
		this.second.close();
		this.redis.close();
	}

	@Test
	void whatWasHeldHasEndedWhenTheNextIsGranted() throws Exception {
		Lease lease = this.first.locks().acquire(REQUEST);
		CompletableFuture<Lease> waiter = this.second.acquiring(REQUEST);
		this.first.awaitWaiters("restarted", 1);
		this.redis.restart();
		Awaitility.await()
			.untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> this.second.locks().acquire(REQUEST.waitTime(Duration.ZERO)))
				.withMessageContaining("may have lost leases")
				.withMessageContaining("distributed-lock.redis.restart-delay"));
		Lease next = waiter.get(120, TimeUnit.SECONDS);
		assertThat(lease.isHeld()).isFalse();
		assertThat(next.fencingToken()).isGreaterThan(lease.fencingToken());
		next.close();
		assertThat(this.second.acquires(REQUEST.waitTime(Duration.ZERO))).as("the delay is over").isTrue();
	}

	@Test
	void leaseThatWouldOutliveTheDelayIsObjectedTo() {
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.first.locks().acquire(REQUEST.leaseTime(Duration.ofSeconds(13))))
			.withMessageContaining("A fixed lease of 13s is longer than distributed-lock.redis.restart-delay (12s)");
		assertThatIllegalArgumentException()
			.isThrownBy(() -> this.first.locks().acquire(REQUEST.minHold(Duration.ofSeconds(13))))
			.withMessageContaining("A minimum hold of 13s is longer than");
		assertThat(this.first.store().objection(REQUEST.leaseTime(Duration.ofSeconds(12)))).isNull();
	}

	@Test
	void serverThatDoesNotTellIsNotTrusted() {
		this.redis.cli("ACL", "SETUSER", "locks", "on", ">secret", "~*", "&*", "+@all", "-info");
		RedisStandaloneConfiguration user = new RedisStandaloneConfiguration(this.redis.host(), this.redis.port());
		user.setUsername("locks");
		user.setPassword("secret");
		LettuceLockStore store = new LettuceLockStore(
				new RedisClients(new LettuceConnectionFactory(user), SETTINGS.commandTimeout()), SETTINGS, DELAYED,
				"lock", "test", new SystemLockClock());
		try (LockInstance untold = LockInstance.notAwaited(store, SETTINGS)) {
			// between two attempts to connect there is a moment with another reason
			Awaitility.await()
				.untilAsserted(() -> assertThatExceptionOfType(LockUnavailableException.class)
					.isThrownBy(() -> untold.locks().acquire(REQUEST.waitTime(Duration.ZERO)))
					.withMessageContaining("+info"));
		}
	}

	private LockInstance instance() {
		return LockInstance.on(new LettuceConnectionFactory(this.redis.host(), this.redis.port()), SETTINGS, DELAYED,
				new SystemLockClock());
	}

}
