package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import io.lettuce.core.RedisCredentials;
import io.lettuce.core.RedisCredentialsProvider;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.connection.RedisClusterConfiguration;
import org.springframework.data.redis.connection.RedisConfiguration;
import org.springframework.data.redis.connection.RedisStandaloneConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceClientConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;
import org.springframework.data.redis.connection.lettuce.RedisCredentialsProviderFactory;
import reactor.core.publisher.Mono;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.concurrent.LeaseLock;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The application's own provider of credentials, which may take its time, or fail: the
 * next attempt to connect asks it again.
 */
@Tag("gate")
class CredentialsIntegrationTests {

	private static final LockSettings SHORT = waiting(Duration.ofMillis(500));

	// Whoever is asked again is not asked for want of time.
	private static final LockSettings LONG = waiting(Duration.ofSeconds(60));

	private static final Mono<RedisCredentials> RIGHT = Mono.just(RedisCredentials.just("default", "right"));

	private final AtomicInteger asked = new AtomicInteger();

	private static LockSettings waiting(Duration limit) {
		return LockInstance.settings((settings) -> settings.setCommandTimeout(limit).setStartTimeout(limit));
	}

	@Test
	void credentialsThatDoNotComeAreAskedForAgain() {
		connects(SHORT, () -> (this.asked.incrementAndGet() <= 2) ? Mono.never() : RIGHT);
		assertThat(this.asked).hasValueGreaterThan(2);
	}

	/**
	 * As one that asks a vault, on the thread that asks it.
	 */
	@Test
	void providerThatBlocksKeepsNoThreadOfOurs() {
		CountDownLatch answers = new CountDownLatch(1);
		AtomicBoolean ours = new AtomicBoolean();
		try {
			connects(SHORT, () -> {
				ours.compareAndSet(false, Thread.currentThread().getName().startsWith("distributed-lock"));
				if (this.asked.incrementAndGet() <= 2) {
					await(answers);
				}
				return RIGHT;
			});
		}
		finally {
			answers.countDown();
		}
		assertThat(this.asked).hasValueGreaterThan(2);
		assertThat(ours).isFalse();
	}

	private static void await(CountDownLatch latch) {
		try {
			latch.await();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
	}

	@Test
	void providerThatThrowsIsAskedAgain() {
		connects(SHORT, () -> {
			if (this.asked.incrementAndGet() <= 2) {
				throw new IllegalStateException("no credentials yet");
			}
			return RIGHT;
		});
		assertThat(this.asked).hasValueGreaterThan(2);
	}

	@Test
	void credentialsThatComeLaterAreWaitedFor() {
		connects(LONG, () -> {
			this.asked.incrementAndGet();
			return Mono.fromFuture(() -> CompletableFuture.supplyAsync(RIGHT::block));
		});
		assertThat(this.asked).as("once for each of two connections").hasValue(2);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	@Timeout(120)
	void lockWithoutALimitEndsWithAWrongPassword(boolean cluster) {
		try (TestRedis redis = TestRedis.start("--requirepass", "right")) {
			RedisStandaloneConfiguration one = new RedisStandaloneConfiguration(redis.host(), redis.port());
			RedisClusterConfiguration several = new RedisClusterConfiguration().clusterNode(redis.host(), redis.port());
			one.setPassword("wrong");
			several.setPassword("wrong");
			LettuceConnectionFactory factory = cluster ? new LettuceConnectionFactory(several)
					: new LettuceConnectionFactory(one);
			LettuceLockStore store = new LettuceLockStore(new RedisClients(factory, SHORT.commandTimeout()), SHORT,
					"lock", "test@host:1", new SystemLockClock());
			try (LockInstance instance = LockInstance.notAwaited(store, SHORT)) {
				LeaseLock lock = LeaseLock.of(instance.locks(), LockRequest.of("a"));
				assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(lock::lock)
					.withMessageContaining("the user or the password is wrong");
			}
		}
	}

	private static void connects(LockSettings settings, RedisCredentialsProvider provider) {
		try (TestRedis redis = TestRedis.start("--requirepass", "right");
				LockInstance instance = LockInstance.on(factory(redis, provider), settings, new SystemLockClock())) {
			// whose first attempt has failed goes on in the background
			Awaitility.await()
				.ignoreExceptionsInstanceOf(LockUnavailableException.class)
				.until(() -> instance.acquires(LockRequest.of("a").noWait()));
		}
	}

	private static LettuceConnectionFactory factory(TestRedis redis, RedisCredentialsProvider provider) {
		return new LettuceConnectionFactory(new RedisStandaloneConfiguration(redis.host(), redis.port()),
				LettuceClientConfiguration.builder()
					.redisCredentialsProviderFactory(new RedisCredentialsProviderFactory() {

						@Override
						public RedisCredentialsProvider createCredentialsProvider(RedisConfiguration configuration) {
							return provider;
						}

					})
					.build());
	}

}
