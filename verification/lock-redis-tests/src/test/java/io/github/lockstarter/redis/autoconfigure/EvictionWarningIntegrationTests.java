package io.github.lockstarter.redis.autoconfigure;

import java.util.List;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.LockOperations;
import io.github.lockstarter.autoconfigure.LoggedWarnings;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A Redis that throws keys away to make room is no place for locks.
 */
@ExtendWith(OutputCaptureExtension.class)
@Tag("gate")
class EvictionWarningIntegrationTests {

	@Test
	void redisThatEvictsKeysIsWarnedAboutOnce(CapturedOutput output) {
		try (TestRedis redis = TestRedis.start("--maxmemory-policy", "allkeys-lru")) {
			LockApplication.on(redis).run((context) -> {
				Awaitility.await().until(() -> !LoggedWarnings.in(output).isEmpty());
				assertThat(LoggedWarnings.in(output)).singleElement()
					.asString()
					.contains("maxmemory-policy allkeys-lru", "noeviction");
				reconnect(redis, context.getBean(LockOperations.class));
			});
			assertThat(policyWarnings(output)).hasSize(1);
		}
	}

	@Test
	void redisThatKeepsKeysIsNotWarnedAbout(CapturedOutput output) {
		try (TestRedis redis = TestRedis.start("--maxmemory-policy", "noeviction")) {
			LockApplication.on(redis).run((context) -> awaitAnswer(redis, context.getBean(LockOperations.class)));
			assertThat(LoggedWarnings.in(output)).isEmpty();
		}
	}

	@Test
	void redisThatDoesNotTellIsNotWarnedAbout(CapturedOutput output) {
		try (TestRedis redis = TestRedis.start("--maxmemory-policy", "allkeys-lru")) {
			redis.cli("ACL", "SETUSER", "locks", "on", ">secret", "~*", "&*", "+@all", "-info");
			LockApplication.on(redis)
				.withPropertyValues("spring.data.redis.username=locks", "spring.data.redis.password=secret")
				.run((context) -> awaitAnswer(redis, context.getBean(LockOperations.class)));
			assertThat(LoggedWarnings.in(output)).isEmpty();
		}
	}

	private static void reconnect(TestRedis redis, LockOperations locks) {
		redis.restart();
		Awaitility.await().ignoreExceptions().untilAsserted(() -> locks.acquire("a").close());
		awaitAnswer(redis, locks);
	}

	/**
	 * The label of the instance is written right before the question is asked; a lock
	 * that is acquired afterwards is answered after it.
	 */
	private static void awaitAnswer(TestRedis redis, LockOperations locks) {
		Awaitility.await().until(() -> redis.info("commandstats").containsKey("cmdstat_set"));
		locks.acquire("a").close();
	}

	private static List<String> policyWarnings(CapturedOutput output) {
		return LoggedWarnings.in(output).stream().filter((line) -> line.contains("maxmemory-policy")).toList();
	}

}
