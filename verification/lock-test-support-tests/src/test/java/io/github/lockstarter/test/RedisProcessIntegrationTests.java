package io.github.lockstarter.test;

import java.nio.file.Path;
import java.util.List;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.test.RedisProcess.PortTakenException;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

class RedisProcessIntegrationTests {

	@Test
	void portOfAnotherRedisIsNotedAndItsOwnerNotTakenForOurs(@TempDir Path directory) {
		try (TestRedis other = TestRedis.start()) {
			List<String> arguments = List.of("--port", Integer.toString(other.port()), "--bind", "127.0.0.1");
			assertThatExceptionOfType(PortTakenException.class)
				.isThrownBy(() -> new RedisProcess(directory, other.port(), null, arguments))
				.withMessageContaining(Integer.toString(other.port()));
			assertThat(other.cli("PING")).isEqualTo("PONG");
		}
	}

}
