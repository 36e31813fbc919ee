package io.github.lockstarter.simulation.server;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.test.TestSeed;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The Redis of the simulation beside a real one: all scripts and the commands that they
 * use, by chance, with the same time in each step.
 */
class RedisComparisonIntegrationTests {

	private static final int STEPS = 2_000;

	// Where a machine is so busy that what is rare was not met before.
	private static final int MOST_STEPS = 60_000;

	private static final List<String> CONNECTIONS = List.of("a", "b", "b again");

	private static final Pattern WORD = Pattern.compile("'([A-Z_]+)'");

	private static final Set<String> STATUSES = Arrays.stream(StoreReply.Status.values())
		.map(Enum::name)
		.collect(Collectors.toSet());

	// what happens only to keys that other commands have written
	private static final Set<String> BROKEN = Set.of("HSET", "HDEL", "HINCRBY", "SET", "number", "HSET OOM",
			"HSET WRONGTYPE", "HINCRBY ERR", "script ERR", "RENEW ERROR", "second write while full");

	@Test
	void simulatedRedisDoesWhatARealOneDoes() throws InterruptedException {
		long seed = TestSeed.of(1);
		Set<String> toSee = toSee();
		Chance seeds = new Chance(seed);
		try (BothServers both = new BothServers(seed)) {
			while (both.steps() < STEPS || !both.seen().containsAll(toSee)) {
				toSee.removeAll(both.seen());
				assertThat(both.steps()).as("seed %d: %s, and never seen: %s", seed, both, toSee)
					.isLessThan(MOST_STEPS);
				play(both, seeds.next(), toSee);
			}
		}
	}

	/**
	 * As a client is told of it, whom no test stands between.
	 */
	@Test
	void errorsAreOfTheSameKind() throws InterruptedException {
		String key = RandomSteps.LOCKS.get(0);
		List<String> arguments = List.of("a:1", "100", "1000", "1", "400 " + RandomSteps.CHANNELS,
				Long.toString(Long.MAX_VALUE), "0", "0");
		Step lock = Step.of(LockScript.ACQUIRE, List.of(key), arguments, 0);
		try (BothServers both = new BothServers(0)) {
			both.turnFull();
			both.refuse(lock, "OOM");
			both.turnFull();
			both.command("SET", RandomSteps.TEXT, "5", "PX", "60000");
			both.refuse(Step.of(LockScript.ACQUIRE, List.of(RandomSteps.TEXT), arguments, 0), "WRONGTYPE");
			while (!both.run(Step.command(false, 0, List.of("HSET", key, "x", "no number")))) {
				both.forgetKeys();
			}
			both.refuse(lock, "ERR");
		}
	}

	/**
	 * Steps on keys that are new, or until a step could not be compared.
	 * @param toSee what has not happened yet, and is drawn more often
	 */
	private static void play(BothServers both, long seed, Set<String> toSee) throws InterruptedException {
		List<LockScript> rare = Arrays.stream(LockScript.values())
			.filter((script) -> toSee.stream().anyMatch((what) -> what.startsWith(script + " ")))
			.toList();
		RandomSteps steps = new RandomSteps(seed, toSee.stream().anyMatch(BROKEN::contains));
		Chance chance = steps.chance();
		boolean sure = true;
		both.forgetKeys();
		for (long left = chance.between(20, 80); left > 0 && sure; left--) {
			if (chance.oneIn(10)) {
				both.turn(CONNECTIONS.get((int) chance.below(CONNECTIONS.size())));
			}
			if (chance.oneIn(50)) {
				both.flushScripts();
			}
			if (chance.oneIn(both.isFull() ? 10 : 40)) {
				both.turnFull();
			}
			if (chance.oneIn(20)) {
				command(both, chance);
			}
			sure = both.run(steps.next(both.keys(), both.millis(), rare));
		}
	}

	private static void command(BothServers both, Chance chance) {
		switch ((int) chance.below(3)) {
			case 0 -> both.command("GET", chance.oneIn(2) ? RandomSteps.TEXT : RandomSteps.LOCKS.get(0));
			case 1 -> both.command("SET", RandomSteps.TEXT, Long.toString(chance.below(500)), "PX",
					Long.toString(chance.between(1, 500)));
			default -> both.command("PING");
		}
	}

	/**
	 * What stands in the file of a script, without what it includes: not all of that is
	 * for all of them.
	 */
	private static String own(LockScript script) {
		String file = script.name().toLowerCase(Locale.ROOT) + ".lua";
		try (InputStream input = Objects.requireNonNull(LockScript.class.getResourceAsStream(file), file)) {
			return new String(input.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * A comparison in which nothing happens says nothing.
	 */
	private static Set<String> toSee() {
		Set<String> all = new TreeSet<>();
		for (LockScript script : LockScript.values()) {
			all.add(script + " NOSCRIPT");
			WORD.matcher(own(script))
				.results()
				.map((word) -> word.group(1))
				.filter(STATUSES::contains)
				.forEach((status) -> all.add(script + " " + status));
		}
		List.of("OWNED", "LONGER", "LOST").forEach((status) -> all.add(LockScript.RENEW + " " + status));
		// what the first write of may be refused
		List.of(LockScript.ACQUIRE, LockScript.SHARE, LockScript.CANCEL, LockScript.PROPOSE, LockScript.RAISE,
				LockScript.LONGEST)
			.forEach((script) -> all.add(script + " OOM"));
		List.of("GRANT", "HINT", "probe", "text").forEach((kind) -> all.add("message " + kind));
		List.of("PTTL", "HGET", "HMGET", "HSCAN", "GET", "PUBSUB", "PUBLISH", "PEXPIRE").forEach(all::add);
		all.addAll(List.of("script WRONGTYPE", "client GET", "client SET", "client SET OOM", "client PING",
				"RENEW while full"));
		all.addAll(BROKEN);
		all.addAll(List.of("last millisecond of a key", "first millisecond without a key"));
		return all;
	}

}
