package io.github.lockstarter.test;

import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class TestRedisIntegrationTests {

	@Test
	void sharedRedisIsOneAndAnswers() {
		TestRedis redis = TestRedis.shared();
		assertThat(redis).isSameAs(TestRedis.shared());
		assertThat(redis.cli("PING")).isEqualTo("PONG");
		assertThat(redis.isShared()).isTrue();
	}

	@Test
	void sharedRedisSurvivesClose() {
		TestRedis.shared().close();
		assertThat(TestRedis.shared().cli("PING")).isEqualTo("PONG");
	}

	@Test
	void sharedRedisIsNotBroken() {
		assertThatIllegalStateException().isThrownBy(TestRedis.shared()::kill)
			.withMessageContaining("TestRedis.start()");
		assertThatIllegalStateException().isThrownBy(TestRedis.shared()::pause);
		assertThatIllegalStateException().isThrownBy(TestRedis.shared()::restart);
	}

	@Test
	void ownRedisStartsEmptyOnAPortOfItsOwn() {
		try (TestRedis one = TestRedis.start(); TestRedis other = TestRedis.start()) {
			assertThat(one.port()).isNotEqualTo(6379).isNotEqualTo(other.port());
			assertThat(one.cli("SET", "greeting", "g\u00fcnaydin\r\n")).isEqualTo("OK");
			assertThat(one.cli("GET", "greeting")).isEqualTo("g\u00fcnaydin\r\n");
			assertThat(other.cli("GET", "greeting")).isNull();
			assertThat(one.cli("DBSIZE")).isEqualTo("1");
			assertThat(other.cli("CONFIG", "GET", "save")).isEqualTo(List.of("save", ""));
		}
	}

	@Test
	void errorRepliesAreThrown() {
		assertThatIllegalStateException().isThrownBy(() -> TestRedis.shared().cli("NONSENSE"))
			.withMessageContaining("unknown command");
	}

	@Test
	void extraArgumentsReachTheServer() {
		try (TestRedis redis = TestRedis.start("--maxmemory-policy", "allkeys-lru", "--requirepass", "secret")) {
			assertThat(redis.info("memory")).containsEntry("maxmemory_policy", "allkeys-lru");
		}
	}

	@Test
	void wrongArgumentsAreReportedWithTheServersWords() {
		assertThatIllegalStateException().isThrownBy(() -> TestRedis.start("--nonsense", "1"))
			.withMessageContaining("Bad directive");
	}

	@Test
	void killedRedisIsGoneAndRestartsEmptyAtTheSamePort() {
		try (TestRedis redis = TestRedis.start()) {
			redis.cli("SET", "a", "b");
			redis.kill();
			assertThatExceptionOfType(UncheckedIOException.class).isThrownBy(() -> redis.cli("PING"));
			redis.restart();
			assertThat(redis.cli("DBSIZE")).isEqualTo("0");
		}
	}

	@Test
	void pausedRedisAnswersWhenItIsResumed() {
		try (TestRedis redis = TestRedis.start()) {
			String before = redis.info("server").get("process_id");
			redis.pause();
			redis.resume();
			assertThat(redis.info("server").get("process_id")).isEqualTo(before);
		}
	}

	@Test
	void pausedRedisCloses() {
		TestRedis redis = TestRedis.start();
		long pid = Long.parseLong(redis.info("server").get("process_id"));
		redis.pause();
		redis.close();
		assertThat(ProcessHandle.of(pid)).isEmpty();
	}

	@Test
	void sentinelPromotesTheReplicaOfADeadMaster() {
		try (TestRedis master = TestRedis.start();
				TestRedis replica = TestRedis.startReplicaOf(master);
				TestRedis sentinel = TestRedis.startSentinel("mymaster", master)) {
			Await.until("the Sentinel to know the replica", Duration.ofMinutes(3),
					() -> sentinel.info("sentinel").get("master0").contains("slaves=1"));
			master.kill();
			Await.until("the replica to be promoted", Duration.ofMinutes(3),
					() -> List.of("127.0.0.1", Integer.toString(replica.port()))
						.equals(sentinel.cli("SENTINEL", "get-master-addr-by-name", "mymaster")));
			assertThat(replica.info("replication")).containsEntry("role", "master");
		}
	}

}
