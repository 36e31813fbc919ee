package io.github.lockstarter.proof.overlay;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

import javax.tools.ToolProvider;

import io.github.lockstarter.redis.script.LockScript;

/**
 * A directory with changed copies of the product's scripts and classes. Each change names
 * the code that it replaces and fails unless that code is there exactly once: a change
 * that does nothing would prove nothing.
 */
public final class Overlay {

	private static final String SCRIPTS = "io/github/lockstarter/redis/script/";

	// A bug with a clock, a thread or a chance of its own is another one each time.
	private static final Pattern PAST_THE_RUNTIME = Pattern
		.compile("System\\.(nanoTime|currentTimeMillis)|delayedExecutor|new Thread|Random|sleep\\(");

	private final Path directory;

	private final Path sources;

	private final List<String> changed = new ArrayList<>();

	/**
	 * Begins an overlay.
	 * @param directory an empty directory
	 */
	public Overlay(Path directory) {
		this.directory = directory;
		this.sources = directory.resolveSibling(directory.getFileName() + "-sources");
	}

	/**
	 * The directory for the class path.
	 * @return the directory
	 */
	public Path directory() {
		return this.directory;
	}

	/**
	 * Changes a script.
	 * @param file its file name
	 * @param function the function in it, empty for any place
	 * @param code the code to replace
	 * @param replacement what takes its place
	 * @return this overlay
	 */
	public Overlay script(String file, String function, String code, String replacement) {
		Path target = this.directory.resolve(SCRIPTS + file);
		String text = Files.exists(target) ? read(target) : script(file);
		write(target, Code.ofLua(file, text).replace(function, code, replacement));
		return this;
	}

	/**
	 * Lets all scripts read a clock that is shifted by the seconds in a key.
	 * @param key the key
	 * @return this overlay
	 */
	public Overlay shiftedClock(String key) {
		return clock("(redis.call('GET', '" + key + "') or 0)");
	}

	/**
	 * Lets the scripts of each node of a cluster read a clock of their own, seconds away
	 * from those of the others.
	 * @return this overlay
	 */
	public Overlay skewedClocks() {
		return clock("tonumber(redis.call('CLUSTER', 'MYID'):sub(1, 4), 16) % 16 * 2");
	}

	private Overlay clock(String seconds) {
		String call = "redis.call('TIME')";
		int count = 0;
		for (LockScript script : LockScript.values()) {
			String text = script(script.fileName());
			if (text.contains(call)) {
				write(this.directory.resolve(SCRIPTS + script.fileName()), text.replace(call,
						"(function() local t = " + call + " t[1] = t[1] + " + seconds + " return t end)()"));
				count++;
			}
		}
		if (count < 2) {
			throw new IllegalStateException("The scripts do not read the clock by " + call + " any more");
		}
		return this;
	}

	/**
	 * Changes a class.
	 * @param type its simple name, after that of its package if there are several
	 * @param method the method in it, empty for any place
	 * @param code the code to replace
	 * @param replacement what takes its place
	 * @return this overlay
	 */
	public Overlay source(String type, String method, String code, String replacement) {
		if (PAST_THE_RUNTIME.matcher(replacement).find()) {
			throw new IllegalStateException(type + " would go past the runtime: " + replacement);
		}
		Path original = ProductSources.of(type);
		Path target = this.sources.resolve(ProductSources.relative(original));
		String text = read(Files.exists(target) ? target : original);
		write(target, Code.ofJava(type, text).replace(method, code, replacement));
		if (!this.changed.contains(target.toString())) {
			this.changed.add(target.toString());
		}
		return this;
	}

	/**
	 * Compiles the changed classes.
	 * @return this overlay
	 */
	public Overlay compile() {
		if (!this.changed.isEmpty()) {
			List<String> arguments = new ArrayList<>(List.of("-parameters", "-proc:none", "-nowarn", "-d",
					this.directory.toString(), "-cp", System.getProperty("java.class.path")));
			arguments.addAll(this.changed);
			if (ToolProvider.getSystemJavaCompiler()
				.run(null, null, System.err, arguments.toArray(String[]::new)) != 0) {
				throw new IllegalStateException("Cannot compile " + this.changed);
			}
		}
		return this;
	}

	private static String script(String file) {
		try (InputStream stream = LockScript.class.getResourceAsStream(file)) {
			if (stream == null) {
				throw new IllegalStateException("There is no script " + file);
			}
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static String read(Path file) {
		try {
			return Files.readString(file);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void write(Path file, String text) {
		try {
			Files.createDirectories(file.getParent());
			Files.writeString(file, text);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
