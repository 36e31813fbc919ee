package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LeaseEnd;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.observer.LockAttempt;
import io.github.lockstarter.observer.LockObserver;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The rights that docs/redis.md asks for are enough for everything a lock does, and what
 * is refused besides is what it names. INFO is not among them: whether Redis evicts keys
 * is then not known.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
@Tag("gate")
class LeastPrivilegeIntegrationTests {

	private static final List<String> RIGHTS = List.of("+evalsha", "+eval", "+time", "+hmget", "+hget", "+hset",
			"+hincrby", "+hdel", "+hscan", "+pexpire", "+pttl", "+publish", "+subscribe", "+ping", "+set", "+get",
			"+client|setname");

	// in the words of 7.0, and of 7.2 and later
	private static final String REFUSED_IN_A_SCRIPT = "(?s).*(The user executing the script can't run this command|"
			+ "ACL failure in script: User \\w+ has no permissions to run).*";

	private static final LockSettings SHORT = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(12)));

	private static final LockRequest REQUEST = LockRequest.of("least").waitTime(Duration.ofMinutes(1));

	private TestRedis redis;

	@BeforeEach
	void start() {
		this.redis = TestRedis.start();
	}

	private void allow(List<String> rights) {
		List<String> user = new ArrayList<>(
				List.of("ACL", "SETUSER", "default", "reset", "on", "nopass", "~lock:*", "&lock:*"));
		user.addAll(rights);
		user.add(AclLog.RIGHT);
		this.redis.cli(user.toArray(String[]::new));
	}

	@AfterEach
	void stop() {
		this.redis.close();
	}

	@Test
	void everythingWorksWithTheseRights() throws Exception {
		allow(RIGHTS);
		try (LockInstance first = LockInstance.on(this.redis, SHORT);
				LockInstance second = LockInstance.on(this.redis)) {
			Lease lease = first.locks().acquire(REQUEST);
			CompletableFuture<Lease> waiter = CompletableFuture.supplyAsync(() -> second.locks().acquire(REQUEST));
			first.awaitWaiters("least", 1);
			assertThat(first.locks().describe("least")).map(LockInfo::holder).contains("test@host:1");
			awaitRenewal(lease);
			awaitRenewal(lease);
			lease.close();
			Lease handed = waiter.get(120, TimeUnit.SECONDS);
			assertThat(first.locks().tryAcquire(REQUEST.waitTime(Duration.ofMillis(50)))).isEmpty();
			assertThat(second.locks().forceRelease("least")).isTrue();
			handed.release();
			first.locks().executeWithoutResult(REQUEST.minHold(Duration.ofMillis(100)), (held) -> {
			});
			second.locks().acquire(REQUEST).close();
			share(first, second);
		}
		assertThat(refused()).containsExactly("info");
	}

	private static void share(LockInstance first, LockInstance second) throws Exception {
		LockRequest reading = REQUEST.mode(LockMode.READ);
		Lease one = first.locks().acquire(reading);
		Lease other = second.locks().acquire(reading);
		CompletableFuture<Lease> writer = second.acquiring(REQUEST);
		first.awaitWaiters("least", 1);
		awaitRenewal(one);
		one.close();
		other.close();
		writer.get(120, TimeUnit.SECONDS).close();
		first.locks().acquire(REQUEST.permits(2)).close();
	}

	/**
	 * So that this is seen by the first reader, and not when one has crashed.
	 */
	@Test
	void nobodySharesALockWithoutTheRightToHscan() {
		allow(RIGHTS.stream().filter((right) -> !right.equals("+hscan")).toList());
		try (LockInstance instance = LockInstance.on(this.redis, SHORT)) {
			instance.locks().acquire(REQUEST).close();
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> instance.locks().acquire(REQUEST.mode(LockMode.READ)))
				.withMessageMatching(REFUSED_IN_A_SCRIPT);
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> instance.locks().acquire(REQUEST.permits(2)));
			instance.locks().acquire(REQUEST.noWait()).close();
			try (Lease alone = instance.locks().acquire(REQUEST);
					LockInstance other = LockInstance.on(this.redis, SHORT)) {
				assertThatExceptionOfType(LockUnavailableException.class).as("behind %s", alone)
					.isThrownBy(() -> other.locks().acquire(REQUEST.mode(LockMode.READ)))
					.withMessageMatching(REFUSED_IN_A_SCRIPT);
			}
		}
		assertThat(refused()).containsExactlyInAnyOrder("hscan", "info");
	}

	@Test
	void nothingIsRefusedWithTheRightToInfo() throws Exception {
		allow(Stream.concat(RIGHTS.stream(), Stream.of("+info")).toList());
		try (LockInstance first = LockInstance.on(this.redis, SHORT);
				LockInstance second = LockInstance.on(this.redis)) {
			Lease lease = first.locks().acquire(REQUEST);
			CompletableFuture<Lease> waiter = second.acquiring(REQUEST);
			first.awaitWaiters("least", 1);
			awaitRenewal(lease);
			lease.close();
			waiter.get(120, TimeUnit.SECONDS).close();
		}
		assertThat(refused()).isEmpty();
	}

	private Set<String> refused() {
		return AclLog.refused(this.redis, "default");
	}

	/**
	 * The rights of the version before, which did not guess.
	 */
	// waits for several renewals
	@Tag("slow")
	@Test
	void leaseIsRenewedWithoutTheRightToHincrby() {
		allow(RIGHTS.stream().filter((right) -> !right.equals("+hincrby")).toList());
		AtomicBoolean late = new AtomicBoolean();
		LockObserver repetitions = new LockObserver() {

			@Override
			public void renewedLate(LockAttempt attempt, Duration left) {
				late.set(true);
			}

		};
		try (LockInstance first = LockInstance.on(this.redis, SHORT, repetitions);
				Lease lease = first.locks().acquire(REQUEST)) {
			// in the first lease of each period by the clock no renewal guesses
			Awaitility.await().until(() -> refused().contains("hincrby"));
			awaitRenewal(lease);
			assertThat(lease.isHeld()).isTrue();
		}
		assertThat(late).as("a renewal was refused").isFalse();
		assertThat(refused()).containsExactly("hincrby", "info");
	}

	@Test
	void anotherDatabaseNeedsTheRightToSelect() {
		RedisStandaloneConfiguration server = new RedisStandaloneConfiguration(this.redis.host(), this.redis.port());
		server.setDatabase(1);
		// with setuser, because the test changes the rights once more
		allow(Stream.concat(RIGHTS.stream(), Stream.of("+acl|setuser")).toList());
		LettuceLockStore store = new LettuceLockStore(
				new RedisClients(new LettuceConnectionFactory(server), SHORT.commandTimeout()), SHORT, "lock", "least",
				new SystemLockClock());
		try (LockInstance elsewhere = LockInstance.notAwaited(store, SHORT)) {
			Awaitility.await().until(() -> refused().equals(Set.of("select")));
			allow(Stream.concat(RIGHTS.stream(), Stream.of("+select")).toList());
			elsewhere.locks().acquire(REQUEST).close();
		}
	}

	/**
	 * Redis says another text inside a script than outside of one.
	 */
	@Test
	void rightThatIsMissingInsideAScriptIsAnsweredAtOnce() {
		List<String> user = new ArrayList<>(List.of("ACL", "SETUSER", "poor", "on", ">secret", "~lock:*", "&lock:*"));
		RIGHTS.stream().filter((right) -> !right.equals("+hmget")).forEach(user::add);
		this.redis.cli(user.toArray(String[]::new));
		RedisStandaloneConfiguration poor = new RedisStandaloneConfiguration(this.redis.host(), this.redis.port());
		poor.setUsername("poor");
		poor.setPassword("secret");
		try (LockInstance instance = LockInstance.on(
				new LettuceConnectionFactory(poor, LettuceClientConfiguration.defaultConfiguration()), SHORT,
				new SystemLockClock())) {
			// what has proven that messages arrive does not count
			this.redis.cli("CONFIG", "RESETSTAT");
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> instance.locks().acquire(REQUEST))
				.withMessageMatching(REFUSED_IN_A_SCRIPT);
			assertThat(this.redis.info("commandstats").get("cmdstat_evalsha"))
				.as("asked once and given back once, and not until the wait ends")
				.containsPattern("^calls=[12],");
		}
	}

	private static void awaitRenewal(Lease lease) {
		LeaseEnd.awaitRenewal(lease);
	}

}
