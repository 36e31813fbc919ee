package io.github.lockstarter.test;

import java.io.UncheckedIOException;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class SharedRedisIntegrationTests {

	@Test
	void givenAddressIsUsedAndNotDisturbed() {
		try (TestRedis server = TestRedis.start()) {
			TestRedis redis = SharedRedis.choose(" 127.0.0.1:" + server.port() + " ", "embedded");
			assertThat(redis.isExternal()).isTrue();
			assertThat(redis.port()).isEqualTo(server.port());
			assertThat(redis.cli("CONFIG", "GET", "save")).isNotNull();
			assertThatIllegalStateException().isThrownBy(() -> redis.cli("flushall"))
				.withMessageContaining("TestRedis.start()");
			assertThatIllegalStateException().isThrownBy(() -> redis.cli("CLIENT", "kill", "ID", "1"));
			assertThatIllegalStateException().isThrownBy(() -> TestRedis.startReplicaOf(redis));
			redis.close();
			assertThat(server.cli("PING")).isEqualTo("PONG");
		}
	}

	@Test
	void givenAddressThatDoesNotAnswerIsNotReplaced() {
		assertThatExceptionOfType(UncheckedIOException.class)
			.isThrownBy(() -> SharedRedis.choose("127.0.0.1:" + FreePort.pick(), "embedded"));
	}

	@Test
	void malformedAddressIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> SharedRedis.choose("localhost", "embedded"))
			.withMessageContaining("LOCK_TEST_REDIS must be host:port");
	}

	@Test
	void unknownKindIsRefused() {
		assertThatIllegalArgumentException().isThrownBy(() -> SharedRedis.choose(null, "docker"))
			.withMessageContaining("lock.test.redis");
	}

}
