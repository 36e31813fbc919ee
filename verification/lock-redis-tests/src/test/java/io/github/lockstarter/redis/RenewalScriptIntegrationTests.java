package io.github.lockstarter.redis;

import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What RENEW says and writes where it has many locks; on this server, and on one from
 * before PEXPIRE could be told not to shorten.
 */
@Tag("any-jdk")
class RenewalScriptIntegrationTests {

	private static final String RETENTION = "60000";

	private final TestRedis redis = TestRedis.shared();

	private final String name = "renewed:" + UUID.randomUUID() + ":";

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void onlyWhatDiffersIsSaid(boolean older) {
		lock("a").acquire("a:1", 5_000, 0);
		lock("b").acquire("b:1", 5_000, 0);
		lock("c").acquire("c:1", 500_000, 0);
		this.redis.cli("SET", this.name + "d", "no hash");
		lock("e").acquire("e:1", 5_000, 0);
		List<?> reply = renew(older, 30_000, "a:1", "b:2", "c:1", "d:1", "e:1");
		assertThat(reply).hasSize(7);
		assertThat(numbers(reply, 1, 4)).containsExactly(2L, 0L, 3L);
		assertThat(numbers(reply, 4, 5).get(0)).isBetween(30_001L, 500_000L);
		assertThat(numbers(reply, 5, 6)).containsExactly(4L);
		assertThat(reply.get(6)).asString().contains("WRONGTYPE");
		long end = numbers(reply, 0, 1).get(0) + 30_000;
		assertThat(Stream.of("a", "e"))
			.allSatisfy((lock) -> assertThat(lock(lock).fields()).containsEntry("x", Long.toString(end)));
		assertThat(lock("a").ttl()).isGreaterThan(80_000);
		this.redis.cli("DEL", this.name + "d");
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void endsOfLeasesThatAreNoNumbersAreLostAndConcernNoOtherLock(boolean older) {
		lock("a").acquire("a:1", 5_000, 0);
		lock("b").acquire("b:1", 5_000, 0);
		lock("b").set("x", "damaged");
		lock("c").share("c:1", 5_000, 0, 0);
		lock("c").set("mc:1", "damaged");
		lock("d").share("d:1", 5_000, 0, 0);
		lock("d").set("x", "damaged");
		lock("e").acquire("e:1", 5_000, 0);
		List<?> reply = renew(older, 30_000, "a:1", "b:1", "c:1", "d:1", "e:1");
		assertThat(numbers(reply, 1, reply.size())).containsExactly(2L, 0L, 3L, 0L);
		String end = Long.toString(numbers(reply, 0, 1).get(0) + 30_000);
		assertThat(lock("a").fields()).containsEntry("x", end);
		assertThat(lock("d").fields()).containsEntry("md:1", end);
		assertThat(lock("e").fields()).containsEntry("x", end);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aKeyThatAWaiterNeedsForLongerLivesForLonger(boolean older) {
		lock("a").acquire("a:1", 5_000, 0);
		lock("a").acquire("b:1", 5_000, 300_000);
		assertThat(renew(older, 30_000, "a:1")).hasSize(1);
		assertThat(lock("a").ttl()).isGreaterThan(200_000);
	}

	@ParameterizedTest
	@ValueSource(booleans = { false, true })
	void aKeyThatWouldLiveForEverGetsAnEnd(boolean older) {
		lock("a").acquire("a:1", 5_000, 0);
		this.redis.cli("PERSIST", this.name + "a");
		assertThat(renew(older, 30_000, "a:1")).hasSize(1);
		assertThat(lock("a").ttl()).isGreaterThan(80_000);
	}

	private List<?> renew(boolean older, long lease, String... ids) {
		String text = LockScript.RENEW.text();
		assertThat(text).contains("redis.REDIS_VERSION_NUM");
		Stream<String> command = Stream
			.of(Stream.of("EVAL", older ? text.replace("redis.REDIS_VERSION_NUM", "nil") : text,
					Integer.toString(ids.length)), Stream.of(ids).map((id) -> this.name + id.charAt(0)),
					Stream.of(ids[0], Long.toString(lease), RETENTION), Stream.of(ids).skip(1))
			.flatMap((part) -> part);
		return (List<?>) this.redis.cli(command.toArray(String[]::new));
	}

	private RawLock lock(String letter) {
		return new RawLock(this.redis, this.name + letter, "raw:%push:");
	}

	private static List<Long> numbers(List<?> reply, int from, int to) {
		return reply.subList(from, to).stream().map((number) -> Long.parseLong(number.toString())).toList();
	}

}
