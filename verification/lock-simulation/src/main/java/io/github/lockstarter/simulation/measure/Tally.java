package io.github.lockstarter.simulation.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.simulation.server.Redis;
import io.github.lockstarter.simulation.server.Watch;

/**
 * What some servers were asked, and what they have told.
 */
final class Tally implements Watch {

	private static final Map<String, LockScript> SCRIPTS = Arrays.stream(LockScript.values())
		.collect(Collectors.toMap(LockScript::digest, Function.identity()));

	private static final String STEP_BACK = "step back";

	private final Map<String, Long> requests = new TreeMap<>();

	private long messages;

	/**
	 * Counts from now on.
	 */
	Tally(List<Redis> servers) {
		servers.forEach((server) -> server.watchedBy(this));
	}

	/**
	 * Begins anew.
	 */
	void clear() {
		this.requests.clear();
		this.messages = 0;
	}

	@Override
	public void asked(List<String> words) {
		LockScript script = words.get(0).equals("EVALSHA") ? SCRIPTS.get(words.get(1)) : null;
		if (script != null) {
			// a withdrawal of one round: the attempt goes on
			boolean back = script == LockScript.WITHDRAW && words.get(words.size() - 1).matches("\\d+");
			this.requests.merge(back ? STEP_BACK : script.name().toLowerCase(Locale.ROOT), 1L, Long::sum);
		}
	}

	@Override
	public void told(int heard) {
		this.messages += heard;
	}

	/**
	 * How many requests about locks there were.
	 */
	long requests() {
		return this.requests.values().stream().mapToLong(Long::longValue).sum();
	}

	/**
	 * How often somebody gave up what it had of a majority.
	 */
	long steppedBack() {
		return this.requests.getOrDefault(STEP_BACK, 0L);
	}

	long messages() {
		return this.messages;
	}

	/**
	 * The requests of each kind, for people.
	 */
	String kinds(double divisor) {
		return this.requests.entrySet()
			.stream()
			.map((entry) -> String.format(Locale.ROOT, "%s %.3f", entry.getKey(), entry.getValue() / divisor))
			.collect(Collectors.joining(", "));
	}

}
