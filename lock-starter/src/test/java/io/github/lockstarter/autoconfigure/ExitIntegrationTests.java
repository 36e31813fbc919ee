package io.github.lockstarter.autoconfigure;

import java.util.List;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.SpringApplication;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * An application that ends the JVM inside a locked method: it ends at once, and its lock
 * is free.
 */
@Timeout(300)
@Tag("gate")
class ExitIntegrationTests {

	@Test
	void lockOfAThreadThatEndsTheJvmIsReleased() throws Exception {
		try (TestRedis redis = TestRedis.start()) {
			// a stop that waited for the holder would take longer than the test
			ApplicationProcess ended = ApplicationProcess.run(ExitingApplication.class, List.of(),
					"--spring.data.redis.url=redis://127.0.0.1:" + redis.port(), "--distributed-lock.start-timeout=1m",
					"--distributed-lock.shutdown-timeout=10m", "--distributed-lock.lease-time=10m");
			assertThat(ended.status()).as(ended.output()).isEqualTo(42);
			assertThat(redis.cli("HGET", "lock:exit", "f")).as("it was locked").isNotNull();
			assertThat(redis.cli("HGET", "lock:exit", "x")).as("and is free").isNull();
			// levels of the log: a newer JDK says WARNING for itself
			assertThat(ended.output()).doesNotContain("still held at shutdown", " WARN ", " ERROR ");
		}
	}

	/**
	 * Ends inside its work.
	 */
	@Configuration(proxyBeanMethods = false)
	@Import(OptionalLibrariesTests.Registered.class)
	static class ExitingApplication {

		public static void main(String[] args) {
			ConfigurableApplicationContext context = SpringApplication.run(ExitingApplication.class, args);
			context.getBean(LockOperations.class).executeWithoutResult("exit", (lease) -> System.exit(42));
		}

	}

}
