package io.github.lockstarter.redis.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.lettuce.core.codec.Base16;

/**
 * The scripts, each in a file of its name beside this class. They share one order of
 * arguments, of which each takes the first {@link #arity()}: id, lease or minimum hold in
 * milliseconds, fence retention, hand-off lease, channel prefix, wait, cutoff, block.
 * They share one shape of reply: status, server time, first token, last token, lease left
 * in milliseconds, queue, and optionally the holder.
 */
public enum LockScript {

	/**
	 * Takes a free lock, or queues.
	 */
	ACQUIRE(8),

	/**
	 * Makes a held lease longer.
	 */
	RENEW(3),

	/**
	 * Gives a lock back.
	 */
	RELEASE(8),

	/**
	 * Gives up waiting.
	 */
	CANCEL(8),

	/**
	 * Takes a lock from its owner.
	 */
	FORCE(8),

	/**
	 * Says who holds a lock.
	 */
	DESCRIBE(0);

	private static final Pattern INCLUDE = Pattern.compile("^-- @include (\\S+)$", Pattern.MULTILINE);

	private final int arity;

	private final String text;

	private final String digest;

	LockScript(int arity) {
		this.arity = arity;
		this.text = load();
		this.digest = Base16.digest(this.text.getBytes(StandardCharsets.UTF_8));
	}

	private String load() {
		return INCLUDE.matcher(read(fileName()))
			.replaceAll((include) -> Matcher.quoteReplacement(read(include.group(1))));
	}

	private static String read(String file) {
		try (InputStream stream = LockScript.class.getResourceAsStream(file)) {
			if (stream == null) {
				throw new IllegalStateException("The script " + file + " is missing beside " + LockScript.class);
			}
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read the script " + file, ex);
		}
	}

	/**
	 * The file of the script, beside this class.
	 * @return its name
	 */
	public String fileName() {
		return name().toLowerCase(Locale.ROOT) + ".lua";
	}

	/**
	 * How many arguments it takes.
	 * @return the number of ARGV
	 */
	public int arity() {
		return this.arity;
	}

	/**
	 * The text with its includes.
	 * @return what EVAL gets
	 */
	public String text() {
		return this.text;
	}

	/**
	 * The SHA-1 of the text.
	 * @return what EVALSHA gets
	 */
	public String digest() {
		return this.digest;
	}

}
