package io.github.lockstarter.simulation.server;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.function.ToIntBiFunction;
import java.util.function.ToIntFunction;
import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.simulation.server.Resp.Status;

/**
 * The keys of a simulated Redis, hashes and texts that live for a while, and as many
 * commands as scripts and clients give. The time is said with each script.
 */
final class Keyspace {

	// as Redis spells whole numbers, and reads nothing else as one
	private static final Pattern INTEGER = Pattern.compile("0|-?[1-9][0-9]{0,18}");

	private static final String NO_INTEGER = "ERR value is not an integer or out of range";

	private final Map<String, Entry> entries = new HashMap<>();

	private final ToIntBiFunction<String, String> publish;

	private final ToIntFunction<String> listeners;

	// What the last script has created, to be looked at when it is over.
	private final Set<String> created = new TreeSet<>();

	private final Set<String> endless = new TreeSet<>();

	private long micros;

	private boolean full;

	// Whether the script has written: what follows is not refused any more.
	private boolean written;

	/**
	 * Creates an empty one.
	 * @param publish sends a text on a channel; how many listen
	 * @param listeners how many listen to a channel
	 */
	Keyspace(ToIntBiFunction<String, String> publish, ToIntFunction<String> listeners) {
		this.publish = publish;
		this.listeners = listeners;
	}

	/**
	 * Begins a script, or a command of a client.
	 * @param time the time of the server until it ends, in microseconds
	 */
	void begin(long time) {
		lookAtCreated();
		this.micros = time;
		this.written = false;
	}

	/**
	 * Runs a command.
	 * @param words the command and its arguments
	 * @return a text, a number, a list, a status, or null for nothing
	 * @throws RedisError if it is refused
	 */
	@Nullable Object run(String... words) {
		return switch (words[0]) {
			case "TIME" -> List.of(Long.toString(this.micros / 1_000_000), Long.toString(this.micros % 1_000_000));
			case "GET" -> {
				Entry entry = find(words[1]);
				yield (entry != null) ? entry.text() : null;
			}
			case "SET" -> set(words);
			case "PUBSUB" -> List.of(words[2], (long) this.listeners.applyAsInt(words[2]));
			case "PUBLISH" -> (long) this.publish.applyAsInt(words[1], words[2]);
			case "HGET" -> fields(words[1]).get(words[2]);
			case "HMGET" -> {
				Map<String, String> fields = fields(words[1]);
				List<@Nullable String> values = new ArrayList<>(words.length - 2);
				for (int i = 2; i < words.length; i++) {
					values.add(fields.get(words[i]));
				}
				yield values;
			}
			case "HSET" -> hset(words);
			case "HSCAN" -> hscan(words);
			case "HINCRBY" -> hincrby(words);
			case "HDEL" -> hdel(words);
			case "PTTL" -> {
				Entry entry = find(words[1]);
				yield (entry != null) ? entry.life(now()) : Entry.GONE;
			}
			case "PEXPIRE" -> pexpire(words);
			default -> throw new RedisError("ERR unknown command '" + words[0] + "'");
		};
	}

	private Status set(String... words) {
		write(true);
		long millis = integer(words[4], NO_INTEGER);
		if (millis <= 0) {
			throw new RedisError("ERR invalid expire time in 'set' command");
		}
		this.entries.put(words[1], new Entry(null, words[2], now() + millis));
		return Status.OK;
	}

	private long hset(String... words) {
		write(true);
		Map<String, String> fields = created(words[1]);
		int before = fields.size();
		for (int i = 2; i < words.length; i += 2) {
			fields.put(words[i], words[i + 1]);
		}
		return fields.size() - before;
	}

	/**
	 * All fields in one page, in the order in which they came, as of a hash that is not
	 * large. A pattern is the begin of a name and a star.
	 */
	private List<Object> hscan(String... words) {
		List<String> page = new ArrayList<>();
		boolean some = words.length > 4 && words[3].equals("MATCH");
		String begin = some ? words[4].substring(0, words[4].length() - 1) : "";
		fields(words[1]).forEach((field, value) -> {
			if (field.startsWith(begin)) {
				page.add(field);
				page.add(value);
			}
		});
		return List.of("0", page);
	}

	private long hincrby(String... words) {
		write(true);
		long more = integer(words[3], NO_INTEGER);
		String value = fields(words[1]).get(words[2]);
		try {
			long sum = Math.addExact((value != null) ? integer(value, "ERR hash value is not an integer") : 0, more);
			created(words[1]).put(words[2], Long.toString(sum));
			return sum;
		}
		catch (ArithmeticException ex) {
			throw new RedisError("ERR increment or decrement would overflow");
		}
	}

	private long hdel(String... words) {
		write(false);
		Entry entry = find(words[1]);
		if (entry == null) {
			return 0;
		}
		Map<String, String> fields = entry.fields();
		int before = fields.size();
		fields.keySet().removeAll(Arrays.asList(words).subList(2, words.length));
		int gone = before - fields.size();
		if (fields.isEmpty()) {
			this.entries.remove(words[1]);
		}
		return gone;
	}

	private long pexpire(String... words) {
		write(false);
		long end = now() + integer(words[2], NO_INTEGER);
		Entry entry = find(words[1]);
		if (entry == null || (words.length > 3 && (entry.isEndless() || end <= entry.expires()))) {
			return 0;
		}
		if (end <= now()) {
			this.entries.remove(words[1]);
		}
		entry.expire(end);
		return 1;
	}

	/**
	 * As Redis without an eviction policy: only the first write of a script is refused,
	 * and only one that may need memory. A write is one even if it changes nothing.
	 */
	private void write(boolean needsMemory) {
		if (this.full && needsMemory && !this.written) {
			throw new RedisError("OOM command not allowed when used memory > 'maxmemory'.");
		}
		this.written = true;
	}

	private static long integer(String text, String otherwise) {
		if (!INTEGER.matcher(text).matches()) {
			throw new RedisError(otherwise);
		}
		try {
			return Long.parseLong(text);
		}
		catch (NumberFormatException ex) {
			throw new RedisError(otherwise);
		}
	}

	private long now() {
		return this.micros / 1_000;
	}

	private @Nullable Entry find(String key) {
		Entry entry = this.entries.get(key);
		if (entry != null && entry.isOver(now())) {
			this.entries.remove(key);
			return null;
		}
		return entry;
	}

	private Map<String, String> fields(String key) {
		Entry entry = find(key);
		return (entry != null) ? entry.fields() : Map.of();
	}

	private Map<String, String> created(String key) {
		Entry entry = find(key);
		if (entry == null) {
			entry = new Entry(new LinkedHashMap<>(), null, 0);
			this.entries.put(key, entry);
			this.created.add(key);
		}
		return entry.fields();
	}

	/**
	 * Looks at a key, without any effect.
	 * @param key the key
	 * @param millis the time of the server
	 * @return what is there, null without it
	 */
	@Nullable Entry peek(String key, long millis) {
		Entry entry = this.entries.get(key);
		return (entry != null && !entry.isOver(millis)) ? entry : null;
	}

	/**
	 * All keys that are hashes.
	 * @param millis the time of the server
	 * @return their names, sorted
	 */
	List<String> hashes(long millis) {
		return this.entries.entrySet()
			.stream()
			.filter((each) -> each.getValue().isHash() && !each.getValue().isOver(millis))
			.map(Map.Entry::getKey)
			.sorted()
			.toList();
	}

	private void lookAtCreated() {
		for (String key : this.created) {
			Entry entry = this.entries.get(key);
			if (entry != null && entry.isEndless()) {
				this.endless.add(key);
			}
		}
		this.created.clear();
	}

	/**
	 * The keys that a script has left without an end of their life, also if a later one
	 * has given them one.
	 * @return those that were not told before
	 */
	List<String> endless() {
		lookAtCreated();
		List<String> told = List.copyOf(this.endless);
		this.endless.clear();
		return told;
	}

	/**
	 * Forgets everything.
	 */
	void clear() {
		this.entries.clear();
	}

	/**
	 * What is under some keys now.
	 * @param names the keys
	 * @return to give it to another one
	 */
	Consumer<Keyspace> copyOf(Collection<String> names) {
		Map<String, @Nullable Entry> copies = new LinkedHashMap<>();
		for (String name : names) {
			Entry entry = this.entries.get(name);
			copies.put(name, (entry != null) ? entry.copy() : null);
		}
		return (other) -> copies.forEach((name, entry) -> {
			if (entry != null) {
				other.entries.put(name, entry.copy());
			}
			else {
				other.remove(name);
			}
		});
	}

	/**
	 * All keys there are, also those whose time is over.
	 * @return their names, sorted
	 */
	Set<String> names() {
		return new TreeSet<>(this.entries.keySet());
	}

	void remove(String key) {
		this.entries.remove(key);
	}

	boolean hasWritten() {
		return this.written;
	}

	/**
	 * There is memory for writes, or there is none.
	 * @param none whether there is none
	 */
	void full(boolean none) {
		this.full = none;
	}

}
