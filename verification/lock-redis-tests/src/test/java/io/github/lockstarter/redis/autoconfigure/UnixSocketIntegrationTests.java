package io.github.lockstarter.redis.autoconfigure;

import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledIfSystemProperty;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.data.redis.connection.RedisSocketConfiguration;
import org.springframework.data.redis.connection.lettuce.LettuceConnectionFactory;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A Redis on the same machine, without TCP. In a JVM of its own: the native code that
 * Unix sockets need would otherwise carry the connections of all tests.
 */
// a JVM of its own for one test
@Tag("slow")
@DisabledIfSystemProperty(named = "io.lettuce.core.epoll", matches = "false",
		disabledReason = "it has an execution of its own, with native sockets")
class UnixSocketIntegrationTests {

	// the first native socket of a JVM takes its time on a busy machine
	private static final LockRequest PATIENT = LockRequest.of("a").waitTime(Duration.ofSeconds(60));

	@Test
	void locksAreKeptBehindAUnixSocket(@TempDir Path directory) {
		String socket = directory.resolve("redis.sock").toString();
		try (TestRedis redis = TestRedis.start("--unixsocket", socket)) {
			LockApplication.runner()
				.withBean(LettuceConnectionFactory.class,
						() -> new LettuceConnectionFactory(new RedisSocketConfiguration(socket)))
				.run((context) -> {
					assertThat(context).hasNotFailed();
					try (Lease lease = context.getBean(LockOperations.class).acquire(PATIENT)) {
						assertThat(lease.isHeld()).isTrue();
						assertThat(redis.cli("TYPE", "lock:a")).isEqualTo("hash");
						assertThat(redis.cli("CLIENT", "LIST")).asString().contains(socket);
					}
				});
		}
	}

}
