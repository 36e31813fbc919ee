package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import io.lettuce.core.RedisClient;
import io.lettuce.core.RedisURI;
import io.lettuce.core.api.StatefulRedisConnection;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LockSettings;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What callers, waiters and holders see of a Redis that is there and refuses, and that
 * the instance works again by itself when it does not any more.
 */
@Execution(ExecutionMode.CONCURRENT)
@Timeout(120)
abstract class InRedisTrouble extends TwoServersOnOwnRedis {

	static final Duration LONG = Duration.ofSeconds(100);

	// Far more than the budgets of the callers, far less than a lease or a long wait.
	static final Duration SOON = Duration.ofSeconds(60);

	// Long enough for an answer, which says what the trouble is, on a busy machine.
	static final Duration SHORT_WAIT = Duration.ofSeconds(4);

	static final LockSettings SETTINGS = LockInstance
		.settings((settings) -> settings.setLeaseTime(Duration.ofSeconds(12)).setCommandTimeout(Duration.ofSeconds(3)));

	static final LockSettings SHORT_LEASE = LockInstance.settings(
			(settings) -> settings.setLeaseTime(Duration.ofMillis(900)).setCommandTimeout(Duration.ofMillis(300)));

	static final LockRequest REQUEST = LockRequest.of("a");

	static RedisClient admins;

	RedisURI address;

	private StatefulRedisConnection<String, String> admin;

	InRedisTrouble() {
		super(SETTINGS,
				LockInstance.settings((settings) -> settings.setLeaseTime(Duration.ofMinutes(2))
					.setCommandTimeout(Duration.ofSeconds(3))
					.setPollInterval(Duration.ofMillis(400))),
				RedisTrouble.REDIS_ARGUMENTS);
	}

	@BeforeAll
	static void openAdmins() {
		admins = RedisClient.create();
	}

	@BeforeEach
	void connectAdmin() {
		this.address = RedisURI.create(this.redis.host(), this.redis.port());
		this.admin = admins.connect(this.address);
	}

	@AfterEach
	void disconnectAdmin() {
		this.admin.closeAsync();
	}

	@AfterAll
	static void closeAdmins() {
		admins.shutdown();
	}

	void begin(RedisTrouble trouble) {
		trouble.begin(this.redis, this.admin);
	}

	void end(RedisTrouble trouble) {
		trouble.end(this.redis, this.admin);
	}

	void awaitWaiters(int waiters) {
		await().until(() -> this.second.locks().describe("a").orElseThrow().waiters() == waiters);
	}

	/**
	 * Nobody owns the lock or waits for it, and both instances can have it.
	 */
	void awaitFree(String name) {
		awaitEmptyQueue(name);
		await().until(() -> !lock(name).fields().containsKey("x"));
		for (LockInstance instance : List.of(this.first, this.second)) {
			await().ignoreExceptions().until(() -> instance.acquires(LockRequest.of(name).noWait()));
		}
	}

	void awaitEmptyQueue(String name) {
		await().untilAsserted(() -> assertThat(lock(name).fields()).as("queue of " + name)
			.allSatisfy((field, value) -> assertThat(field).doesNotMatch("h|t|[qw].+")));
	}

	RawLock lock(String name) {
		return new RawLock(this.redis, "lock:" + name, "lock:%push:");
	}

	static void assertUnavailable(RedisTrouble trouble, CompletableFuture<Lease> caller) {
		assertUnavailable(trouble.message(), caller);
	}

	static void assertUnavailable(String message, CompletableFuture<Lease> caller) {
		assertThat(caller).failsWithin(SOON)
			.withThrowableThat()
			.havingCause()
			.isInstanceOf(LockUnavailableException.class)
			.withMessageMatching(message);
	}

	static ConditionFactory await() {
		return Awaitility.await().pollDelay(Duration.ZERO).pollInterval(Duration.ofMillis(20));
	}

}
