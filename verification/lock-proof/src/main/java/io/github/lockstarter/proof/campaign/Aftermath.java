package io.github.lockstarter.proof.campaign;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.watch.Leftovers;
import io.github.lockstarter.proof.watch.Visitor;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.test.TestRedis;

/**
 * Looks at what a run has left in Redis, after one more visitor has come to each lock: a
 * visitor drops waiters whose time is over.
 */
final class Aftermath {

	// A lease, and the deadline of a waiter.
	private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(20);

	private final HistoryWriter history;

	private final String classPath;

	private final Map<LockScript, String> texts = new EnumMap<>(LockScript.class);

	Aftermath(HistoryWriter history, String classPath) {
		this.classPath = classPath;
		this.history = history;
	}

	/**
	 * Looks at one server.
	 * @param redis the server
	 * @param locks the locks that it may have
	 * @param visitor comes to each of them
	 */
	void look(TestRedis redis, List<String> locks, Visitor visitor) {
		long end = System.nanoTime() + LONGEST_NANOS;
		Set<String> keys = locks.stream().map((lock) -> "lock:" + lock).collect(Collectors.toSet());
		for (String key : keys) {
			while (!visitor.visit((script, arguments) -> run(redis, script, key, arguments))
					&& System.nanoTime() < end) {
				LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(50));
			}
		}
		for (Object key : list(redis.cli("KEYS", "lock:*"))) {
			look(redis, (String) key, keys);
		}
	}

	private String run(TestRedis redis, LockScript script, String key, String... arguments) {
		String[] command = new String[4 + arguments.length];
		command[0] = "EVAL";
		command[1] = this.texts.computeIfAbsent(script, this::text);
		command[2] = "1";
		command[3] = key;
		System.arraycopy(arguments, 0, command, 4, arguments.length);
		List<?> reply = list(redis.cli(command));
		return reply.isEmpty() ? "" : String.valueOf(reply.get(0));
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

	private void look(TestRedis redis, String key, Set<String> locks) {
		Leftovers.life(this.history, System.nanoTime(), key, Long.parseLong(String.valueOf(redis.cli("PTTL", key))));
		if (locks.contains(key)) {
			List<?> flat = list(redis.cli("HGETALL", key));
			Map<String, String> fields = new HashMap<>();
			for (int i = 0; i < flat.size(); i += 2) {
				fields.put((String) flat.get(i), (String) flat.get(i + 1));
			}
			Leftovers.lock(this.history, System.nanoTime(), key, fields);
		}
	}

	private static List<?> list(@Nullable Object reply) {
		return (reply instanceof List<?> list) ? list : List.of();
	}

}
