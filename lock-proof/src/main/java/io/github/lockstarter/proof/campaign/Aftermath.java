package io.github.lockstarter.proof.campaign;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.test.TestRedis;

/**
 * Looks at what a run has left in Redis, after one more visitor has come to each lock: a
 * visitor drops waiters whose time is over.
 */
final class Aftermath {

	private static final Set<String> FREE_FIELDS = Set.of("o", "f", "b", "p");

	// A lease, and the deadline of a waiter.
	private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

	private final TestRedis redis;

	private final HistoryWriter history;

	private final String classPath;

	private final Map<LockScript, String> texts = new EnumMap<>(LockScript.class);

	Aftermath(TestRedis redis, HistoryWriter history, String classPath) {
		this.redis = redis;
		this.classPath = classPath;
		this.history = history;
	}

	void look(List<String> locks) {
		long end = System.nanoTime() + LONGEST_NANOS;
		for (String lock : locks) {
			String key = "lock:" + lock;
			while (!visited(key) && System.nanoTime() < end) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
			}
		}
		Set<String> keys = locks.stream().map((lock) -> "lock:" + lock).collect(Collectors.toSet());
		for (Object key : list(this.redis.cli("KEYS", "lock:*"))) {
			look((String) key, keys);
		}
	}

	/**
	 * A visitor takes the lock and gives it back.
	 */
	private boolean visited(String key) {
		Object taken = run(LockScript.ACQUIRE, key, "visitor:1", "1000", "60000", "1", "100 lock:%push:",
				"99999999999999", "0");
		if (!"OWNED".equals(list(taken).get(0))) {
			return false;
		}
		run(LockScript.RELEASE, key, "visitor:1", "0", "60000", "1", "100 lock:%push:");
		return true;
	}

	private Object run(LockScript script, String key, String... arguments) {
		String[] command = new String[4 + arguments.length];
		command[0] = "EVAL";
		command[1] = this.texts.computeIfAbsent(script, this::text);
		command[2] = "1";
		command[3] = key;
		System.arraycopy(arguments, 0, command, 4, arguments.length);
		Object reply = this.redis.cli(command);
		return (reply != null) ? reply : List.of();
	}

	/**
	 * The script as the clients have it.
	 */
	private String text(LockScript script) {
		try {
			List<URL> urls = new ArrayList<>();
			for (String part : this.classPath.split(File.pathSeparator)) {
				urls.add(Path.of(part).toUri().toURL());
			}
			try (URLClassLoader loader = new URLClassLoader(urls.toArray(URL[]::new),
					ClassLoader.getPlatformClassLoader())) {
				Class<?> type = loader.loadClass(LockScript.class.getName());
				Object theirs = type.getMethod("valueOf", String.class).invoke(null, script.name());
				return (String) type.getMethod("text").invoke(theirs);
			}
		}
		catch (IOException | ReflectiveOperationException ex) {
			throw new IllegalStateException("The clients have no script " + script, ex);
		}
	}

	private void look(String key, Set<String> locks) {
		if (Long.parseLong(String.valueOf(this.redis.cli("PTTL", key))) == -1) {
			report(key, "has no TTL");
		}
		if (locks.contains(key)) {
			List<?> flat = list(this.redis.cli("HGETALL", key));
			Map<String, String> fields = new TreeMap<>();
			for (int i = 0; i < flat.size(); i += 2) {
				fields.put((String) flat.get(i), (String) flat.get(i + 1));
			}
			fields.keySet().removeAll(FREE_FIELDS);
			if (!fields.isEmpty()) {
				report(key, "still has " + fields);
			}
		}
	}

	private void report(String key, String what) {
		this.history.write('Z', System.nanoTime(), key, what.replace(" ", "_"));
	}

	private static List<?> list(@Nullable Object reply) {
		return (reply instanceof List<?> list) ? list : List.of();
	}

}
