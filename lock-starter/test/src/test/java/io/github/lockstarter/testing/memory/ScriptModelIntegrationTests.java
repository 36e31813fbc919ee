package io.github.lockstarter.testing.memory;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletionStage;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import io.lettuce.core.RedisClient;
import io.lettuce.core.ScriptOutputType;
import io.lettuce.core.api.async.RedisAsyncCommands;
import io.lettuce.core.api.sync.RedisCommands;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.lockstarter.record.KeptLock;
import io.github.lockstarter.record.LockRecord;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.test.TestRedis;
import io.github.lockstarter.test.TestSeed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Each script against the rules in plain Java, under random operations of three clients,
 * of which one cannot be reached. The scripts read a clock that the test sets: every
 * answer can be foretold, also at the end of leases and of waiters' deadlines.
 */
class ScriptModelIntegrationTests {

	private static final long HAND_OFF = 400;

	private static final long BLOCK = 17;

	private static final long BEGIN = 1_700_000_000_000L;

	private static final String PREFIX = "model:%push:";

	private static final String CLOCK = "redis";

	private static final String TIME = "redis.call('TIME')";

	private static final Pattern LOOKS = Pattern.compile("(?m)^local looks = (\\d+)$");

	private final TestRedis redis = TestRedis.start();

	private final RedisClient client = RedisClient.create("redis://" + this.redis.host() + ":" + this.redis.port());

	private final Map<LockScript, String> digests = new EnumMap<>(LockScript.class);

	private final Set<String> reachable = Set.of("a", "b");

	private RedisCommands<String, String> commands;

	private RedisAsyncCommands<String, String> sent;

	@BeforeEach
	void connect() {
		var connection = this.client.connect();
		this.commands = connection.sync();
		this.sent = connection.async();
		var subscriber = this.client.connectPubSub();
		this.reachable.forEach((name) -> subscriber.sync().subscribe(PREFIX + name));
	}

	/**
	 * Loads the scripts.
	 * @param looks at how many places of the queue each may look
	 */
	private void load(int looks) {
		for (LockScript script : LockScript.values()) {
			assertThat(script.text()).contains(TIME);
			this.digests.put(script,
					this.commands.scriptLoad(LOOKS.matcher(script.text())
						.replaceAll("local looks = " + looks)
						.replace(TIME, "redis.call('HMGET', 'clock', 's', 'u')")));
		}
	}

	@AfterEach
	void stop() {
		this.client.shutdown();
		this.redis.close();
	}

	static List<Long> seeds() {
		return List.of(-3_351_836_512_246_601_908L, TestSeed.of(1));
	}

	@ParameterizedTest
	@MethodSource("seeds")
	void scriptsAnswerAsTheModel(long seed) {
		load(LockRecord.MOST_LOOKS);
		goThrough(seed, TestSeed.steps(1_000, 2_000), 2, LockRecord.MOST_LOOKS);
	}

	/**
	 * A queue with gaps that is longer than one script looks at.
	 */
	@Test
	void scriptsStopWhereTheModelDoes() {
		load(2);
		goThrough(TestSeed.of(1), TestSeed.steps(750, 1_500), 6, 2);
	}

	/**
	 * By chance that is too rare: the lease of another one ends in the very millisecond
	 * of a hand-off.
	 */
	@Test
	void clientIsInDoubtForItsOwnHandOffOnly() {
		load(LockRecord.MOST_LOOKS);
		for (boolean shares : List.of(true, false)) {
			this.commands.del("model");
			at(BEGIN);
			long never = 2 * BEGIN;
			run(LockScript.ACQUIRE, "c:1", 1_000, never, 0, 0);
			for (Object[] waiter : new Object[][] { { "a:1", 1_000 }, { "b:1", 300 } }) {
				run(shares ? LockScript.SHARE : LockScript.ACQUIRE, waiter[0], waiter[1], never, 5_000,
						shares ? "0 0" : 0);
			}
			run(LockScript.ACQUIRE, "b:2", 1_000, never, 5_000, 0);
			run(LockScript.RELEASE, "c:1", 0);
			at(BEGIN + 100);
			run(LockScript.RELEASE, "a:1", 0);
			words(LockScript.RENEW, List.of("b:1", "300", "60000"));
			at(BEGIN + HAND_OFF);
			assertThat(run(LockScript.ACQUIRE, "c:2", 1_000, never, 0, 0).status()).isEqualTo(StoreReply.Status.WAIT);
			assertThat(this.commands.hget("model", "o")).isEqualTo("b:2");
		}
	}

	/**
	 * By chance that is too rare as well: a question that is repeated after the release
	 * makes its attempt a member once more.
	 */
	@Test
	void attemptThatKeepsItsPlaceTwiceHasOne() {
		load(LockRecord.MOST_LOOKS);
		at(BEGIN);
		for (String id : List.of("b:1", "a:1", "a:1")) {
			assertThat(run(LockScript.SHARE, id, 1_000, 2 * BEGIN, 0, "0 3").status())
				.isEqualTo(StoreReply.Status.OWNED);
			if (id.equals("a:1")) {
				run(LockScript.RELEASE, id, 500);
			}
		}
		assertThat(HashWords.members(this.commands.hgetall("model"))).containsEntry("count", "2")
			.containsOnlyKeys("b:1", "!a:1", "count", "earliest");
	}

	private void at(long millis) {
		this.commands.hset("clock",
				Map.of("s", Long.toString(millis / 1_000), "u", Long.toString(1_000 * (millis % 1_000))));
	}

	@Test
	void everyScriptThatWalksLooksAtAsManyPlacesAsTheModel() {
		for (LockScript script : LockScript.values()) {
			assertThat(LOOKS.matcher(script.text()).results().map((looks) -> Integer.parseInt(looks.group(1))))
				.as("%s", script)
				.allMatch((looks) -> looks == LockRecord.MOST_LOOKS);
		}
		assertThat(LockScript.RELEASE.text()).containsPattern(LOOKS);
		assertThat(LockScript.DESCRIBE.text()).containsPattern(LOOKS);
	}

	/**
	 * Sends random commands to both. Before each of them the record is made anew from
	 * what would have been kept of it.
	 * @param attempts how many of each client there are at a time
	 */
	private void goThrough(long seed, int steps, int attempts, int mostLooks) {
		Random random = new Random(seed);
		LockRecord model = record(mostLooks);
		Deque<String> trace = new ArrayDeque<>();
		long micros = 1_700_000_000_000_000L;
		for (int step = 0; step < steps; step++) {
			micros += (random.nextInt(4) > 0) ? random.nextInt(300) : random.nextInt(700_000);
			// not awaited: the next command of the connection comes after it
			this.sent.hset("clock",
					Map.of("s", Long.toString(micros / 1_000_000), "u", Long.toString(micros % 1_000_000)));
			LockRecord kept = record(mostLooks);
			kept.restore(KeptLock.of(model.kept().text()));
			model = kept;
			model.clock(CLOCK, micros);
			Object[] call = new Object[3];
			operate(random, model, attempts, step, micros / 1_000, call);
			trace.add(call[0] + "   " + call[1] + "   " + call[2]);
			if (trace.size() > 12) {
				trace.remove();
			}
			assertThat(call[1])
				.as("seed %d, step %d: call, answer of Redis, answer of the model:%n%s", seed, step,
						String.join("\n", trace))
				.isEqualTo(call[2]);
			CompletionStage<Long> ttl = this.sent.pttl("model");
			Map<String, String> fields = this.commands.hgetall("model");
			assertThat(ttl).as("TTL").isCompletedWithValueMatching((millis) -> millis != -1);
			assertThat(HashWords.members(fields))
				.as("seed %d, step %d: members%n%s", seed, step, String.join("\n", trace))
				.isEqualTo(HashWords.members(model));
			assertThat(HashWords.waiters(fields))
				.as("seed %d, step %d: waiters%n%s", seed, step, String.join("\n", trace))
				.isEqualTo(HashWords.waiters(model));
		}
	}

	private LockRecord record(int mostLooks) {
		return new LockRecord(HAND_OFF, BLOCK, mostLooks, this.reachable::contains, (message) -> {
		});
	}

	private void operate(Random random, LockRecord model, int attempts, int step, long now, Object[] call) {
		// of the latest attempts of a client, or a new one
		String id = id(random, attempts, step);
		// an attempt always asks for the same lease
		long lease = 100 + Math.floorMod(id.hashCode(), 700);
		long wait = (random.nextInt(4) > 0) ? 200 + random.nextInt(600) : 0;
		long cutoff = (random.nextInt(10) > 0) ? now + random.nextInt(50) : now - 1;
		// an attempt always wants to share the lock with as many: half of them with
		// nobody
		int limit = List.of(1, 1, 1, 0, 2, 3).get(Math.floorMod(id.hashCode() / 7, 6));
		switch (random.nextInt(12)) {
			case 0, 1, 2, 3 -> {
				boolean again = random.nextBoolean();
				boolean shares = limit != 1;
				call[1] = shares ? run(LockScript.SHARE, id, lease, cutoff, wait, (again ? "1 " : "0 ") + limit)
						: run(LockScript.ACQUIRE, id, lease, cutoff, wait, again ? 1 : 0);
				call[2] = shares ? model.share(id, limit, lease, wait, cutoff, again)
						: model.acquire(id, lease, wait, cutoff, again);
			}
			case 4 -> {
				call[1] = renew(random, id, lease, now);
				call[2] = model.renew(id, lease);
			}
			case 5, 6, 7 -> {
				long hold = (random.nextInt(4) == 0) ? 100 : 0;
				call[1] = run(LockScript.RELEASE, id, hold);
				call[2] = model.release(id, hold);
			}
			case 8 -> {
				long accept = random.nextBoolean() ? lease : 0;
				call[1] = run(LockScript.CANCEL, id, accept, cutoff);
				call[2] = model.cancel(id, accept, cutoff);
			}
			case 9, 10 -> {
				String next = id(random, attempts, step);
				long nextLease = 100 + Math.floorMod(next.hashCode(), 700);
				call[1] = run(LockScript.YIELD, id, nextLease, cutoff, wait + 1, next);
				call[2] = model.yield(id, next, nextLease, wait + 1, cutoff);
			}
			default -> {
				boolean force = random.nextInt(5) == 0;
				long token = random.nextBoolean() ? model.describe().firstToken() : 0;
				call[1] = force ? run(LockScript.FORCE, token, 0) : run(LockScript.DESCRIBE);
				call[2] = !force ? model.describe() : (token > 0) ? model.force(token) : model.force();
			}
		}
		call[0] = step + " at " + now + " " + id + " wait " + wait + " cutoff " + (cutoff - now);
	}

	private static String id(Random random, int attempts, int step) {
		return "abc".charAt(random.nextInt(3)) + ":" + (step / 12 + random.nextInt(attempts));
	}

	/**
	 * With a right guess of when the lease ends, a wrong one, an empty one, or none; with
	 * one, too, where the lease was taken away.
	 */
	private StoreReply renew(Random random, String id, long lease, long now) {
		List<String> values = new ArrayList<>(List.of(id, Long.toString(lease), "60000"));
		boolean shared = "&".equals(this.commands.hget("model", "o"));
		String ends = this.commands.hget("model", shared ? "m" + id : "x");
		long base = random.nextInt(1_000);
		if (ends != null && random.nextInt(4) > 0) {
			values.add(Long.toString(base));
			values.add((random.nextInt(4) > 0)
					? Long.toString(Long.parseLong(ends) - base + random.nextInt(3) * (random.nextInt(900) - 450))
					: "");
		}
		if (ends == null) {
			values.add(Long.toString(base));
			values.add(Long.toString(now + 1 + base % lease - base));
		}
		String[] words = words(LockScript.RENEW, values);
		long left = (words.length > 1) ? Long.parseLong(words[2]) : lease;
		return StoreReply
			.of((left > 0) ? StoreReply.Status.OWNED : StoreReply.Status.LOST, time(Long.parseLong(words[0])))
			.withLease(left);
	}

	private StoreReply run(LockScript script, Object... arguments) {
		List<String> values = new ArrayList<>();
		if (arguments.length > 0) {
			values.addAll(List.of(arguments[0].toString(), arguments[1].toString(), "60000", Long.toString(BLOCK),
					HAND_OFF + " " + PREFIX));
			for (int i = 2; i < arguments.length; i++) {
				values.add(arguments[i].toString());
			}
		}
		return reply(words(script, values));
	}

	private String[] words(LockScript script, List<String> arguments) {
		List<Object> reply = this.commands.evalsha(this.digests.get(script), ScriptOutputType.MULTI,
				new String[] { "model" }, arguments.toArray(String[]::new));
		return reply.stream().map(String::valueOf).collect(Collectors.joining(" ")).trim().split(" ");
	}

	/**
	 * An answer of a script: a status, up to five numbers, a holder.
	 */
	private static StoreReply reply(String[] words) {
		long[] numbers = new long[5];
		for (int i = 1; i < Math.min(6, words.length); i++) {
			numbers[i - 1] = Long.parseLong(words[i]);
		}
		StoreReply reply = StoreReply.of(StoreReply.Status.valueOf(words[0]), time(numbers[0]))
			.withTokens(numbers[1], numbers[2])
			.withLease(numbers[3])
			.withQueue(numbers[4]);
		if (words.length <= 7) {
			return reply.withHolder((words.length > 6) ? words[6] : "");
		}
		List<StoreReply.Sharer> sharers = new ArrayList<>();
		for (int i = 6; i < words.length - 2; i += 2) {
			sharers.add(new StoreReply.Sharer(words[i], Long.parseLong(words[i + 1])));
		}
		return reply.withSharers(new StoreReply.Sharers(sharers, Long.parseLong(words[words.length - 2]),
				Long.parseLong(words[words.length - 1])));
	}

	private static ServerTime time(long millis) {
		return new ServerTime(CLOCK, millis);
	}

}
