package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What RENEW does where the holder says when its lease ends.
 */
@Tag("gate")
class RenewalGuessIntegrationTests {

	private static final String TIME = "redis.call('TIME')";

	// In 2017, earlier than any time of the server; not in the first lease of a period.
	private static final long BEGIN = 1_500_000_035_000L;

	private static TestRedis redis;

	private final String name = "renewed:" + UUID.randomUUID() + ":";

	@BeforeAll
	static void start() {
		redis = TestRedis.start();
	}

	@AfterAll
	static void stop() {
		redis.close();
	}

	@Test
	void rightGuessIsTwoCommandsAndLeavesTheLifeOfTheKeyAlone() {
		take("a:1");
		take("b:1");
		assertThat(renewAt(BEGIN, "a:1", "b:1")).hasSize(1);
		redis.cli("PEXPIRE", this.name + "a", "9000");
		redis.cli("CONFIG", "RESETSTAT");
		assertThat(renewAt(BEGIN + 1_000, "a:1 30000", "b:1 30000")).hasSize(1);
		assertThat(redis.info("commandstats")).containsKeys("cmdstat_hget", "cmdstat_hincrby")
			.doesNotContainKeys("cmdstat_pexpire", "cmdstat_hset");
		assertThat(redis.info("commandstats").get("cmdstat_hget")).contains("calls=2,");
		assertThat(List.of(lock("a"), lock("b")))
			.allSatisfy((lock) -> assertThat(lock.fields()).containsEntry("x", Long.toString(BEGIN + 31_000)));
		assertThat(lock("a").ttl()).isLessThanOrEqualTo(9_000);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a:1", "a:1 30001", "a:1 29999", "a:1 0", "a:1 1000", "a:1 31000", "a:1 9999999999",
			"a:1 -9999999999" })
	void wrongGuessDoesNoMoreThanNone(String guess) {
		take("a:1");
		renewAt(BEGIN, "a:1");
		redis.cli("PEXPIRE", this.name + "a", "9000");
		assertThat(renewAt(BEGIN + 1_000, guess)).hasSize(1);
		assertThat(lock("a").fields()).containsEntry("x", Long.toString(BEGIN + 31_000));
		assertThat(lock("a").ttl()).isGreaterThan(RawLock.RETENTION);
		assertThat(renewAt(BEGIN + 2_000, 1_000, guess)).as("never shorter").endsWith(29_000L);
		assertThat(lock("a").fields()).containsEntry("x", Long.toString(BEGIN + 31_000));
	}

	@ParameterizedTest
	@ValueSource(strings = { "a:1", "a:1 30000", "a:1 29000", "a:1 70000" })
	void noGuessRenewsALeaseThatHasRunOut(String guess) {
		take("a:1");
		renewAt(BEGIN, "a:1");
		Map<String, String> late = lock("a").fields();
		assertThat(renewAt(BEGIN + 30_000, guess)).endsWith(0L);
		assertThat(lock("a").fields()).isEqualTo(late);
	}

	@ParameterizedTest
	@ValueSource(strings = { "a:1 30000", "a:1 5000", "a:1 1000", "a:2 30000" })
	void guessDoesNotBringBackWhatWasGivenBack(String guess) {
		take("a:1");
		renewAt(BEGIN, "a:1");
		lock("a").release("a:1", 0);
		Map<String, String> released = lock("a").fields();
		assertThat(renewAt(BEGIN + 1_000, guess)).hasSize(3).endsWith(0L);
		assertThat(lock("a").fields()).isEqualTo(released);
	}

	@Test
	void oneWrongGuessConcernsNoOtherLock() {
		for (String letter : List.of("a", "b", "c", "d")) {
			take(letter + ":1");
		}
		renewAt(BEGIN, "a:1", "b:1", "c:1", "d:1");
		lock("b").release("b:1", 0);
		renewAt(BEGIN + 500, "d:1");
		List<Long> reply = renewAt(BEGIN + 1_000, "a:1 30000", "b:1 30000", "c:1", "d:1 30000");
		assertThat(reply).endsWith(2L, 0L).hasSize(3);
		assertThat(List.of(lock("a"), lock("c"), lock("d")))
			.allSatisfy((lock) -> assertThat(lock.fields()).containsEntry("x", Long.toString(BEGIN + 31_000)));
	}

	/**
	 * Also where the renewals come as late as they may.
	 */
	@ParameterizedTest
	@ValueSource(longs = { 700, 1_900, 1_999 })
	void keyLivesForTheRetentionAfterEveryLeaseThatIsGuessed(long interval) {
		take("a:1");
		long room = 0;
		int untouched = 0;
		for (int i = 0; i < 400; i++) {
			long now = BEGIN + i * interval;
			redis.cli("PEXPIRE", this.name + "a", "9000");
			assertThat(renewAt(now, 2_000, (i > 0) ? "a:1 " + (now - interval + 2_000 - BEGIN) : "a:1")).hasSize(1);
			boolean looked = lock("a").ttl() > 9_000;
			room = looked ? lock("a").ttl() : room - interval;
			untouched += looked ? 0 : 1;
			assertThat(room).as("after " + i).isGreaterThan(2_000 + RawLock.RETENTION - 100);
		}
		assertThat(untouched).isGreaterThan(300);
	}

	@Test
	void fullMemoryDoesNotRefuseARenewalThatGuesses() {
		take("a:1");
		take("b:1");
		renewAt(BEGIN, "a:1", "b:1");
		redis.cli("CONFIG", "SET", "maxmemory", "1");
		try {
			assertThat(renewAt(BEGIN + 1_000, "a:1 30000", "b:1 30000")).hasSize(1);
		}
		finally {
			redis.cli("CONFIG", "SET", "maxmemory", "0");
		}
		assertThat(List.of(lock("a"), lock("b")))
			.allSatisfy((lock) -> assertThat(lock.fields()).containsEntry("x", Long.toString(BEGIN + 31_000)));
	}

	/**
	 * Takes a lock of its letter, by the clock of {@link #renewAt}.
	 */
	private void take(String id) {
		lock(id.substring(0, 1)).acquire(id, 5_000, 0);
		redis.cli("HSET", this.name + id.charAt(0), "x", Long.toString(BEGIN + 1_000));
	}

	private List<Long> renewAt(long now, String... locks) {
		return renewAt(now, 30_000, locks);
	}

	/**
	 * Renews by a clock of its own.
	 * @param locks the ids, each with when its lease ends, counting from {@link #BEGIN},
	 * if somebody says so
	 */
	private List<Long> renewAt(long now, long lease, String... locks) {
		String text = LockScript.RENEW.text();
		assertThat(text).contains(TIME);
		String[] ids = Stream.of(locks).map((lock) -> lock.split(" ")[0]).toArray(String[]::new);
		List<String> guesses = new ArrayList<>();
		if (locks.length == 1 && !locks[0].equals(ids[0])) {
			guesses.add(Long.toString(BEGIN + Long.parseLong(locks[0].split(" ")[1])));
		}
		else if (!List.of(ids).equals(List.of(locks))) {
			guesses.add(Long.toString(BEGIN));
			Stream.of(locks).map((lock) -> lock.contains(" ") ? lock.split(" ")[1] : "").forEach(guesses::add);
		}
		List<?> reply = renew(text.replace(TIME, "{ '" + now / 1_000 + "', '" + now % 1_000 * 1_000 + "' }"), lease,
				ids, guesses);
		return reply.stream().map((number) -> Long.parseLong(number.toString())).toList();
	}

	private List<?> renew(String text, long lease, String[] ids, List<String> guesses) {
		Stream<String> command = Stream
			.of(Stream.of("EVAL", text, Integer.toString(ids.length)),
					Stream.of(ids).map((id) -> this.name + id.charAt(0)),
					Stream.of(ids[0], Long.toString(lease), Long.toString(RawLock.RETENTION)), Stream.of(ids).skip(1),
					guesses.stream())
			.flatMap((part) -> part);
		return (List<?>) redis.cli(command.toArray(String[]::new));
	}

	private RawLock lock(String letter) {
		return new RawLock(redis, this.name + letter, "raw:%push:");
	}

}
