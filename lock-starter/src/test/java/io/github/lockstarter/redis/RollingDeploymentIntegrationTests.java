package io.github.lockstarter.redis;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
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
 * Instances of this version and of the one before on one lock, as in a rolling
 * deployment: random commands of four clients, of which one of each version cannot be
 * reached, and a clock that the test sets. The scripts of the version before are kept
 * beside this test as they were.
 */
class RollingDeploymentIntegrationTests {

	private static final int STEPS = 2_000;

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
			Map<String, String> before = this.commands.hgetall("rolling");
			String actor = operate(random, step, trace);
			Map<String, String> after = this.commands.hgetall("rolling");
			String what = "seed %d, step %d:%n%s%nbefore %s%nafter %s".formatted(seed, step,
					String.join("\n", trace.subList(Math.max(0, trace.size() - 10), trace.size())), before, after);
			assertThat(this.commands.pttl("rolling")).as(what).isNotEqualTo(-1);
			if (!Objects.equals(before.get("o"), after.get("o"))) {
				if (number(before, "x") > now() && before.get("o").charAt(0) != '!') {
					assertThat(actor).as(what).isEqualTo(before.get("o"));
				}
				if (after.containsKey("x") && after.get("o").charAt(0) != '!') {
					assertThat(number(after, "b")).as(what).isGreaterThan(number(before, "f"));
				}
			}
		}
		everybodyWhoAsksHasATurn(seed);
	}

	/**
	 * One attempt of each client wants the lock, and asks until it has had it.
	 */
	private void everybodyWhoAsksHasATurn(long seed) {
		List<String> waiting = new ArrayList<>(List.of("old:end", "new:end", "oldDeaf:end", "newDeaf:end"));
		Map<String, Boolean> asked = new HashMap<>();
		advance(10_000_000);
		for (int round = 0; round < 20 && !waiting.isEmpty(); round++) {
			for (String id : List.copyOf(waiting)) {
				advance(1_000);
				if (acquire(id, 700, 5_000, asked.put(id, true) != null).startsWith("[OWNED")) {
					waiting.remove(id);
					advance(1_000);
					run(id, LockScript.RELEASE, id, "0", "60000", "17", HAND_OFF);
				}
			}
		}
		assertThat(waiting).as("seed %d: never had a turn", seed).isEmpty();
	}

	private String operate(Random random, int step, List<String> trace) {
		String id = id(random, step);
		String reply = switch (random.nextInt(10)) {
			case 0, 1, 2, 3 -> "acquire " + acquire(id, 100 + random.nextInt(600),
					(random.nextInt(4) > 0) ? 200 + random.nextInt(600) : 0, random.nextBoolean());
			case 4 -> "renew " + run(id, LockScript.RENEW, id, "500", "60000");
			case 5, 6, 7 -> "release "
					+ run(id, LockScript.RELEASE, id, (random.nextInt(4) == 0) ? "100" : "0", "60000", "17", HAND_OFF);
			case 8 -> "cancel " + run(id, LockScript.CANCEL, id, random.nextBoolean() ? "300" : "0", "60000", "17",
					HAND_OFF, Long.toString(now()));
			default -> "yield " + run(id, LockScript.YIELD, id, "300", "60000", "17", HAND_OFF, Long.toString(now()),
					"500", id.substring(0, id.indexOf(':')) + ":next" + step);
		};
		trace.add(step + " " + id + " " + reply);
		return id;
	}

	private static String id(Random random, int step) {
		return List.of("old", "new", "oldDeaf", "newDeaf").get(random.nextInt(4)) + ":"
				+ (step / 16 + random.nextInt(2));
	}

	private String acquire(String id, long lease, long wait, boolean again) {
		List<String> arguments = new ArrayList<>(
				List.of(id, Long.toString(lease), "60000", "17", HAND_OFF, Long.toString(now()), Long.toString(wait)));
		if (!isOld(id)) {
			arguments.add(again ? "1" : "0");
		}
		return run(id, LockScript.ACQUIRE, arguments.toArray(String[]::new));
	}

	private String run(String id, LockScript script, String... arguments) {
		String text = isOld(id) ? previous(script) : script.text();
		return this.commands
			.eval(text.replace(TIME, "redis.call('HMGET', 'clock', 's', 'u')"), ScriptOutputType.MULTI,
					new String[] { "rolling" }, arguments)
			.toString();
	}

	private static boolean isOld(String id) {
		return id.startsWith("old");
	}

	private static String previous(LockScript script) {
		String file = "previous/" + script.name().toLowerCase(Locale.ROOT) + ".lua";
		try (InputStream stream = RollingDeploymentIntegrationTests.class.getResourceAsStream(file)) {
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
