package io.github.lockstarter.redis;

import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.PreviousScript;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestSeed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A Redis with clients of this version and of the one before, one of each of which no
 * message reaches, and a clock that the test sets.
 */
abstract class TwoVersions {

	/**
	 * The scripts of one Redis that were others before.
	 */
	static final Set<LockScript> CHANGED = EnumSet.of(LockScript.ACQUIRE, LockScript.RENEW, LockScript.RELEASE,
			LockScript.CANCEL, LockScript.YIELD);

	static final String HAND_OFF = "400 rolling:%push:";

	private static final String TIME = "redis.call('TIME')";

	private final TestRedis redis = TestRedis.start();

	private final RedisClient client = RedisClient.create("redis://" + this.redis.host() + ":" + this.redis.port());

	private final String key;

	private final Set<LockScript> changed;

	private RedisCommands<String, String> commands;

	private long micros = 1_700_000_000_000_000L;

	/**
	 * Starts the Redis.
	 * @param key the one lock
	 * @param changed the scripts that were others before
	 */
	TwoVersions(String key, Set<LockScript> changed) {
		this.key = key;
		this.changed = changed;
	}

	@BeforeEach
	void listen() {
		this.commands = this.client.connect().sync();
		this.client.connectPubSub().sync().subscribe("rolling:%push:old", "rolling:%push:new");
	}

	@AfterEach
	void stop() {
		this.client.shutdown();
		this.redis.close();
	}

	static List<Long> seeds() {
		return List.of(1L, TestSeed.of(2));
	}

	static String id(Random random, int step) {
		return List.of("old", "new", "oldDeaf", "newDeaf").get(random.nextInt(4)) + ":"
				+ (step / 16 + random.nextInt(2));
	}

	static boolean isOld(String id) {
		return id.startsWith("old");
	}

	/**
	 * Runs a script as the version of that client has it.
	 */
	String run(String client, LockScript script, String... arguments) {
		String text = (isOld(client) && this.changed.contains(script)) ? PreviousScript.text(script) : script.text();
		return this.commands
			.eval(text.replace(TIME, "redis.call('HMGET', 'clock', 's', 'u')"), ScriptOutputType.MULTI,
					new String[] { this.key }, arguments)
			.toString();
	}

	Map<String, String> fields() {
		return this.commands.hgetall(this.key);
	}

	void forget(String... fields) {
		this.commands.hdel(this.key, fields);
	}

	long ttl() {
		return this.commands.pttl(this.key);
	}

	void advance(long by) {
		this.micros += by;
		this.commands.hset("clock",
				Map.of("s", Long.toString(this.micros / 1_000_000), "u", Long.toString(this.micros % 1_000_000)));
	}

	long micros() {
		return this.micros;
	}

	long now() {
		return this.micros / 1_000;
	}

	static long number(Map<String, String> fields, String field) {
		return Long.parseLong(fields.getOrDefault(field, "0"));
	}

	/**
	 * A minimum hold that a client of this version has begun just now ends no sooner.
	 */
	void minimumHoldIsWhole(String client, long millis, Map<String, String> before, Map<String, String> after,
			String what) {
		if (!isOld(client) && after.getOrDefault("o", "").equals("!" + client)
				&& !after.get("o").equals(before.get("o"))) {
			assertThat(number(after, "x") * 1_000).as(what).isGreaterThanOrEqualTo(this.micros + millis * 1_000);
		}
	}

	/**
	 * What has happened, for whoever reads a failure.
	 */
	static String story(long seed, int step, List<String> trace, Map<String, String> before,
			Map<String, String> after) {
		return "seed %d, step %d:%n%s%nbefore %s%nafter %s".formatted(seed, step,
				String.join("\n", trace.subList(Math.max(0, trace.size() - 10), trace.size())), before, after);
	}

}
