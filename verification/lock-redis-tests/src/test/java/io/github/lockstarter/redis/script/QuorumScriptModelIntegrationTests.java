package io.github.lockstarter.redis.script;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletionStage;
import java.util.stream.Collectors;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestSeed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The scripts of a quorum against a model in plain Java, under random operations of three
 * clients, of which one cannot be reached: what they answer, what they keep, and whom
 * they tell what. The scripts read a clock that the test sets.
 */
@Tag("any-jdk")
class QuorumScriptModelIntegrationTests {

	private static final String KEY = "model";

	private static final long BLOCK = 17;

	private static final long HAND_OFF = 400;

	private static final String PREFIX = "model:%push:";

	private static final String TIME = "redis.call('TIME')";

	private static final String PUBLISH = "redis.pcall('PUBLISH', to, text)";

	private static final Set<String> REACHABLE = Set.of("a", "b");

	private final TestRedis redis = TestRedis.start();

	private final RedisClient client = RedisClient.create("redis://" + this.redis.host() + ":" + this.redis.port());

	private final Map<LockScript, String> digests = new EnumMap<>(LockScript.class);

	private RedisCommands<String, String> commands;

	private RedisAsyncCommands<String, String> sent;

	@BeforeEach
	void connect() {
		var connection = this.client.connect();
		this.commands = connection.sync();
		this.sent = connection.async();
		var subscriber = this.client.connectPubSub();
		REACHABLE.forEach((name) -> subscriber.sync().subscribe(PREFIX + name));
		for (LockScript script : List.of(LockScript.PROPOSE, LockScript.RAISE, LockScript.WITHDRAW)) {
			assertThat(script.text()).contains(TIME);
			this.digests.put(script,
					this.commands.scriptLoad(script.text()
						.replace(TIME, "redis.call('HMGET', 'clock', 's', 'u')")
						// what is told is kept, to be compared
						.replace(PUBLISH, "redis.call('RPUSH', 'told', text)")));
		}
		assertThat(LockScript.WITHDRAW.text()).contains(PUBLISH);
	}

	@AfterEach
	void stop() {
		this.client.shutdown();
		this.redis.close();
	}

	static List<Long> seeds() {
		return List.of(TestSeed.of(1));
	}

	@ParameterizedTest
	@MethodSource("seeds")
	void scriptsAnswerAsTheModel(long seed) {
		Random random = new Random(seed);
		QuorumScriptModel model = new QuorumScriptModel(KEY, BLOCK, HAND_OFF, REACHABLE::contains);
		Deque<String> trace = new ArrayDeque<>();
		long micros = 1_700_000_000_000_000L;
		int steps = TestSeed.steps(1_000, 3_000);
		for (int step = 0; step < steps; step++) {
			// sometimes the same millisecond, sometimes past the end of leases and places
			micros += (random.nextInt(4) > 0) ? random.nextInt(1_500) : random.nextInt(500_000);
			// not awaited: the next command of the connection comes after it
			this.sent.hset("clock",
					Map.of("s", Long.toString(micros / 1_000_000), "u", Long.toString(micros % 1_000_000)));
			model.at(micros);
			Step done = operate(random, model, step, micros);
			trace.add(done.toString());
			if (trace.size() > 15) {
				trace.remove();
			}
			String happened = "seed %d, step %d: %s".formatted(seed, step, String.join("\n", trace));
			assertThat(done.answer).as("answer, %s", happened).isEqualTo(done.expected);
			CompletionStage<List<String>> told = this.sent.lrange("told", 0, -1);
			this.sent.del("told");
			CompletionStage<Long> ttl = this.sent.pttl(KEY);
			assertThat(fields()).as("fields, %s", happened).isEqualTo(model.fields());
			assertThat(told).as("messages, %s", happened).isCompletedWithValue(model.told());
			assertThat(ttl).as("TTL, %s", happened).isCompletedWithValueMatching((millis) -> millis != -1);
		}
	}

	private Map<String, String> fields() {
		Map<String, String> fields = new TreeMap<>(this.commands.hgetall(KEY));
		// the marks at the ends of runs of gaps
		fields.values().removeIf((value) -> value.startsWith("<") || value.startsWith(">"));
		// nobody is in doubt here: a quorum hands over by majorities
		fields.remove("d");
		return fields;
	}

	private Step operate(Random random, QuorumScriptModel model, int step, long micros) {
		String id = "abc".charAt(random.nextInt(3)) + ":" + (step / 20 + random.nextInt(2));
		long now = micros / 1_000;
		// a rolling deployment may change what an attempt asks for
		long lease = 100 + Math.floorMod(id.hashCode() + 300 * random.nextInt(2), 700);
		long cutoff = (random.nextInt(12) > 0) ? now + random.nextInt(50) : now - 1;
		long round = 1 + random.nextInt(4);
		// a clock may be behind the tokens
		long floor = (random.nextInt(4) > 0) ? micros + random.nextInt(100) - 50 : 1 + random.nextInt(100);
		switch (random.nextInt(8)) {
			case 0, 1, 2 -> {
				long wait = (random.nextInt(4) > 0) ? 200 + random.nextInt(600) : 0;
				boolean again = random.nextInt(3) == 0;
				return new Step("propose", id,
						run(LockScript.PROPOSE, id, lease, 60_000, BLOCK, HAND_OFF + " " + PREFIX, cutoff, wait,
								round + " " + floor + (again ? " 1" : " 0")),
						model.propose(id, lease, cutoff, wait, round, floor, again));
			}
			case 3 -> {
				long token = ((model.token() > 0) ? model.token() : floor) + random.nextInt(60) - 20;
				return new Step("raise", id, run(LockScript.RAISE, id, token, round, BLOCK),
						model.raise(id, token, round));
			}
			case 4, 5 -> {
				long hold = (random.nextInt(3) == 0) ? 150 : 0;
				long least = (random.nextInt(3) > 0) ? floor : 0;
				return new Step("end", id, withdraw(id, hold, cutoff, 0, "end", least),
						model.withdraw(id, hold, cutoff, 0, null, least));
			}
			case 6 -> {
				long place = random.nextBoolean() ? 200 + random.nextInt(400) : 0;
				long millis = (place > 0) ? lease : 0;
				long least = random.nextBoolean() ? floor : 0;
				return new Step("step back", id, withdraw(id, millis, cutoff, place, Long.toString(round), least),
						model.withdraw(id, millis, cutoff, place, round, least));
			}
			default -> {
				String taken = "*" + id;
				return new Step("take away", taken, withdraw(taken, 0, cutoff, 0, "end", floor),
						model.withdraw(taken, 0, cutoff, 0, null, floor));
			}
		}
	}

	private String withdraw(String id, long millis, long cutoff, long place, String upTo, long floor) {
		return run(LockScript.WITHDRAW, id, millis, 60_000, BLOCK, HAND_OFF + " " + PREFIX, cutoff, place,
				(floor > 0) ? upTo + " " + floor : upTo);
	}

	private String run(LockScript script, Object... arguments) {
		List<String> values = new ArrayList<>();
		for (Object argument : arguments) {
			values.add(argument.toString());
		}
		List<Object> reply = this.commands.evalsha(this.digests.get(script), ScriptOutputType.MULTI,
				new String[] { KEY }, values.toArray(String[]::new));
		return reply.stream().map(String::valueOf).collect(Collectors.joining(" "));
	}

	/**
	 * An operation, and what both have answered.
	 */
	private record Step(String what, String id, String answer, String expected) {

	}

}
