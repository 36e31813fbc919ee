package io.github.lockstarter.redis;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import io.github.lockstarter.redis.script.LockScript;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Instances of this version and of the one before on one lock, as in a rolling
 * deployment: random commands of four clients, of which one of each version cannot be
 * reached, and a clock that the test sets. The scripts of the version before are kept
 * beside this test as they were.
 */
@Tag("gate")
class RollingDeploymentIntegrationTests extends TwoVersions {

	private static final int STEPS = 1_200;

	private static final long HOLD = 100;

	RollingDeploymentIntegrationTests() {
		super("rolling", CHANGED);
	}

	@ParameterizedTest
	@MethodSource("seeds")
	void versionsSideBySideKeepTheLock(long seed) {
		Random random = new Random(seed);
		List<String> trace = new ArrayList<>();
		for (int step = 0; step < STEPS; step++) {
			advance((random.nextInt(4) > 0) ? random.nextInt(300) : random.nextInt(400_000));
			Map<String, String> before = fields();
			String actor = operate(random, step, trace);
			Map<String, String> after = fields();
			String what = story(seed, step, trace, before, after);
			assertThat(ttl()).as(what).isNotEqualTo(-1);
			everybodyStandsInTheQueue(after, what);
			minimumHoldIsWhole(actor, HOLD, before, after, what);
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

	/**
	 * Whoever waits has its ticket, and none is in a run of gaps that a mark names.
	 */
	private static void everybodyStandsInTheQueue(Map<String, String> fields, String what) {
		fields.forEach((field, value) -> {
			if (field.startsWith("w")) {
				long ticket = Long.parseLong(value.substring(0, value.indexOf(':')));
				assertThat(fields).as(what).containsEntry("q" + ticket, field.substring(1));
				assertThat(ticket).as(what).isBetween(number(fields, "h"), number(fields, "t"));
			}
			else if (value.startsWith(">")) {
				long first = Long.parseLong(field.substring(1));
				long last = Long.parseLong(value.substring(1));
				assertThat(last).as(what).isGreaterThan(first);
				assertThat(fields).as(what).containsEntry("q" + last, "<" + first);
				for (long gap = first + 1; gap < last; gap++) {
					assertThat(fields).as(what).doesNotContainKey("q" + gap);
				}
			}
		});
	}

	private String operate(Random random, int step, List<String> trace) {
		String id = id(random, step);
		String reply = switch (random.nextInt(10)) {
			case 0, 1, 2, 3 -> "acquire " + acquire(id, 100 + random.nextInt(600),
					(random.nextInt(4) > 0) ? 200 + random.nextInt(600) : 0, random.nextBoolean());
			case 4 -> "renew " + renew(random, id);
			case 5, 6, 7 -> "release " + run(id, LockScript.RELEASE, id,
					Long.toString((random.nextInt(4) == 0) ? HOLD : 0), "60000", "17", HAND_OFF);
			case 8 -> "cancel " + run(id, LockScript.CANCEL, id, random.nextBoolean() ? "300" : "0", "60000", "17",
					HAND_OFF, Long.toString(now()));
			default -> "yield " + run(id, LockScript.YIELD, id, "300", "60000", "17", HAND_OFF, Long.toString(now()),
					"500", id.substring(0, id.indexOf(':')) + ":next" + step);
		};
		trace.add(step + " " + id + " " + reply);
		return id;
	}

	/**
	 * This version may say when the lease ends, rightly or wrongly.
	 */
	private String renew(Random random, String id) {
		long ends = number(fields(), "x") + random.nextInt(2) * (random.nextInt(900) - 450);
		return (isOld(id) || random.nextInt(3) == 0) ? run(id, LockScript.RENEW, id, "500", "60000")
				: run(id, LockScript.RENEW, id, "500", "60000", "0", Long.toString(ends));
	}

	private String acquire(String id, long lease, long wait, boolean again) {
		return run(id, LockScript.ACQUIRE, id, Long.toString(lease), "60000", "17", HAND_OFF, Long.toString(now()),
				Long.toString(wait), again ? "1" : "0");
	}

}
