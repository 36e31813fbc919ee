package io.github.lockstarter.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import java.util.concurrent.ThreadLocalRandom;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Instances of this version and of the one before on one master of a quorum, as in a
 * rolling deployment: random commands of four clients, of which one of each version
 * cannot be reached, and a clock that the test sets. The scripts of the version before
 * that were others are kept beside this test as they were.
 */
class QuorumRollingDeploymentIntegrationTests {

	private static final int STEPS = 1_000;

	private static final String KEY = "rolling-quorum";

	private static final String TIME = "redis.call('TIME')";

	private static final String HAND_OFF = "400 rolling:%push:";

	private final TestRedis redis = TestRedis.start();

	private final RedisClient client = RedisClient.create("redis://" + this.redis.host() + ":" + this.redis.port());

	private RedisCommands<String, String> commands;

	private long micros = 1_700_000_000_000_000L;

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
		return List.of(1L, 2L, ThreadLocalRandom.current().nextLong());
	}

	@ParameterizedTest
	@MethodSource("seeds")
	void versionsSideBySideKeepTheLock(long seed) {
		Random random = new Random(seed);
		List<String> trace = new ArrayList<>();
		for (int step = 0; step < STEPS; step++) {
			advance((random.nextInt(4) > 0) ? random.nextInt(300) : random.nextInt(400_000));
			Map<String, String> before = this.commands.hgetall(KEY);
			String taker = operate(random, step, before, trace);
			Map<String, String> after = this.commands.hgetall(KEY);
			String what = "seed %d, step %d:%n%s%nbefore %s%nafter %s".formatted(seed, step,
					String.join("\n", trace.subList(Math.max(0, trace.size() - 10), trace.size())), before, after);
			assertThat(this.commands.pttl(KEY)).as(what).isNotEqualTo(-1);
			boolean held = number(before, "x") > now() && before.get("o").charAt(0) != '!';
			if (held && !(Objects.equals(before.get("o"), after.get("o")) && after.containsKey("x"))) {
				assertThat(taker).as(what).isEqualTo(before.get("o"));
			}
			if (after.containsKey("x") && !after.get("b").equals(before.get("b")) && !taker.equals(before.get("o"))) {
				assertThat(number(after, "b")).as(what).isGreaterThan(number(before, "f"));
			}
			assertThat(number(after, "f")).as(what).isGreaterThanOrEqualTo(number(before, "f"));
		}
		nothingStaysBehind(seed);
	}

	private void nothingStaysBehind(long seed) {
		advance(10_000_000);
		assertThat(propose("new:visitor", 1, 100, 0)).startsWith("[OWNED");
		withdraw("new:visitor", "new:visitor", 0, 0, "end");
		assertThat(this.commands.hkeys(KEY)).as("seed %d", seed).isSubsetOf("o", "f", "b", "p");
	}

	/**
	 * Sends a command.
	 * @return who may lose the lock by it
	 */
	private String operate(Random random, int step, Map<String, String> before, List<String> trace) {
		String owner = before.getOrDefault("o", "nobody");
		boolean again = random.nextInt(3) == 0 && number(before, "x") > now() && owner.charAt(0) != '!';
		String id = again ? owner : id(random, step);
		long round = 4 + step - random.nextInt(4);
		String taker = id;
		String reply = switch (random.nextInt(10)) {
			case 0, 1, 2, 3 ->
				"propose " + propose(id, round, 100 + random.nextInt(600), (random.nextInt(4) > 0) ? 300 : 0);
			case 4 -> "raise " + run(id, LockScript.RAISE, id, Long.toString(number(before, "b") + random.nextInt(3)),
					isOld(id) ? "60000" : "" + round, "17");
			case 5 -> "renew " + run(id, LockScript.RENEW, id, "500", "60000");
			case 6, 7 -> "end " + withdraw(id, id, (random.nextInt(4) == 0) ? 100 : 0, 0, "end");
			case 8 -> {
				boolean later = id.equals(owner) && number(before, "r") > round;
				taker = later ? "nobody: it is of a later round" : id;
				yield "step back from " + round + " "
						+ withdraw(id, id, 0, random.nextBoolean() ? 300 : 0, Long.toString(round));
			}
			default -> {
				boolean gone = !isOld(id) && random.nextBoolean();
				taker = gone ? "nobody: it is for one that has gone" : owner;
				yield "force " + withdraw(id, isOld(id) ? "*" : "*" + (gone ? "new:gone" : owner), 0, 0, "end");
			}
		};
		trace.add(step + " " + id + " " + reply);
		return taker;
	}

	private static String id(Random random, int step) {
		return List.of("old", "new", "oldDeaf", "newDeaf").get(random.nextInt(4)) + ":"
				+ (step / 16 + random.nextInt(2));
	}

	private String propose(String id, long round, long lease, long wait) {
		return run(id, LockScript.PROPOSE, id, Long.toString(lease), "60000", "17", HAND_OFF, Long.toString(now()),
				Long.toString(wait), round + " " + this.micros + " 0");
	}

	private String withdraw(String client, String id, long hold, long place, String upTo) {
		return run(client, LockScript.WITHDRAW, id, Long.toString(hold), "60000", "17", HAND_OFF, Long.toString(now()),
				Long.toString(place), upTo);
	}

	private String run(String client, LockScript script, String... arguments) {
		boolean changed = script == LockScript.WITHDRAW || script == LockScript.RAISE;
		String text = (isOld(client) && changed) ? previous(script) : script.text();
		return this.commands
			.eval(text.replace(TIME, "redis.call('HMGET', 'clock', 's', 'u')"), ScriptOutputType.MULTI,
					new String[] { KEY }, arguments)
			.toString();
	}

	private static boolean isOld(String id) {
		return id.startsWith("old");
	}

	private static String previous(LockScript script) {
		String file = "previous/" + script.name().toLowerCase(Locale.ROOT) + ".lua";
		try (InputStream stream = QuorumRollingDeploymentIntegrationTests.class.getResourceAsStream(file)) {
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
	}

	private void advance(long by) {
		this.micros += by;
		this.commands.hset("clock",
				Map.of("s", Long.toString(this.micros / 1_000_000), "u", Long.toString(this.micros % 1_000_000)));
	}

	private long now() {
		return this.micros / 1_000;
	}

	private static long number(Map<String, String> fields, String field) {
		return Long.parseLong(fields.getOrDefault(field, "0"));
	}

}
