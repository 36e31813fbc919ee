package io.github.lockstarter.proof.workload;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

import io.github.lockstarter.ReleaseMode;

/**
 * What a client process is told when it is started: words by their names.
 */
public final class ClientArguments {

	private final Map<Name, String> words;

	private ClientArguments(Map<Name, String> words) {
		this.words = words;
	}

	/**
	 * No arguments yet.
	 * @return empty arguments
	 */
	public static ClientArguments none() {
		return new ClientArguments(Map.of());
	}

	static ClientArguments parse(String[] words) {
		return new ClientArguments(Arrays.stream(words)
			.map((word) -> word.split("=", 2))
			.collect(Collectors.toMap((pair) -> Name.valueOf(pair[0]), (pair) -> pair[1])));
	}

	/**
	 * Adds one.
	 * @param name its name
	 * @param value its value
	 * @return changed arguments
	 */
	public ClientArguments with(Name name, Object value) {
		Map<Name, String> more = new TreeMap<>(this.words);
		more.put(name, value.toString());
		return new ClientArguments(more);
	}

	/**
	 * For a command line.
	 * @return the words
	 */
	public List<String> words() {
		List<String> all = new ArrayList<>();
		this.words.forEach((name, value) -> all.add(name + "=" + value));
		return all;
	}

	String text(Name name) {
		String text = this.words.get(name);
		if (text == null) {
			throw new IllegalArgumentException("There is no " + name);
		}
		return text;
	}

	int number(Name name) {
		return Integer.parseInt(text(name));
	}

	<E extends Enum<E>> E choice(Name name, Class<E> type) {
		return Enum.valueOf(type, text(name));
	}

	/**
	 * What there is to say.
	 */
	public enum Name {

		/**
		 * The client's name.
		 */
		CLIENT,

		/**
		 * Its user in Redis.
		 */
		USER,

		/**
		 * The port of Redis, or the ports, with commas between.
		 */
		PORT,

		/**
		 * The {@link Servers}.
		 */
		SERVERS,

		/**
		 * The port of the resource.
		 */
		RESOURCE,

		/**
		 * The history file.
		 */
		HISTORY,

		/**
		 * The seed of the requests.
		 */
		SEED,

		/**
		 * How many threads.
		 */
		THREADS,

		/**
		 * How many locks.
		 */
		LOCKS,

		/**
		 * A {@link SuspendedClock}.
		 */
		CLOCK,

		/**
		 * A {@link Mix}.
		 */
		MIX,

		/**
		 * The {@link Faces}.
		 */
		FACES,

		/**
		 * The {@link Tasks}.
		 */
		TASKS,

		/**
		 * Whether {@link Several} locks.
		 */
		SEVERAL,

		/**
		 * Whether {@link Shares} of locks.
		 */
		SHARES,

		/**
		 * Its {@link ReleaseMode}.
		 */
		RELEASE,

		/**
		 * What {@link Foreign} code does.
		 */
		FOREIGN

	}

}
