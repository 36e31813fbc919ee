package io.github.lockstarter.simulation.server;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.script.LockScript;

/**
 * A script that is run on both servers: one of the locks, or one that gives its arguments
 * to a command.
 *
 * @param script the script of the locks; null for another one
 * @param name what it is called in a trace
 * @param text what it says
 * @param keys its KEYS
 * @param arguments its ARGV
 * @param from not before this millisecond of the real server; zero for at once
 */
record Step(@Nullable LockScript script, String name, String text, List<String> keys, List<String> arguments,
		long from) {

	private static final String CALL = "return { redis.call(unpack(ARGV)) }";

	private static final String PCALL = "return { redis.pcall(unpack(ARGV)) }";

	private static final String NUMBER = """
			local number = ARGV[1] / ARGV[2]
			return { redis.call('HSET', KEYS[1], 'n', number, 'm', string.format('%.0f', number)), math.min(number, 1e15) }
			""";

	private static final String SECOND = """
			return { redis.call('HDEL', KEYS[1], 'no such field'), redis.call('HSET', KEYS[1], 'n', ARGV[1]) }
			""";

	static Step of(LockScript script, List<String> keys, List<String> arguments, long from) {
		return new Step(script, script.name(), script.text(), keys, arguments, from);
	}

	/**
	 * A command whose second word is a key.
	 * @param caught whether the script gets an error as a value
	 */
	static Step command(boolean caught, long from, List<String> words) {
		return new Step(null, words.get(0), caught ? PCALL : CALL, List.of(words.get(1)), words, from);
	}

	/**
	 * Writes a quotient, as Redis spells it and as a format does.
	 */
	static Step number(String key, String dividend, String divisor) {
		return new Step(null, "number", NUMBER, List.of(key), List.of(dividend, divisor), 0);
	}

	/**
	 * A write that needs memory, behind one that changes nothing.
	 */
	static Step secondWrite(String key, String value) {
		return new Step(null, "second write", SECOND, List.of(key), List.of(value), 0);
	}

	/**
	 * How a script is asked for.
	 * @param first EVAL or EVALSHA
	 * @param which the text, or the digest
	 * @param more further arguments
	 */
	List<String> words(String first, String which, String... more) {
		List<String> words = new ArrayList<>(List.of(first, which, Integer.toString(this.keys.size())));
		words.addAll(this.keys);
		words.addAll(this.arguments);
		words.addAll(List.of(more));
		return words;
	}

	@Override
	public String toString() {
		return this.name + " " + this.keys + " " + this.arguments + ((this.from > 0) ? " from " + this.from : "");
	}

}
