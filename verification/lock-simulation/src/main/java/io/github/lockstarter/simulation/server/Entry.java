package io.github.lockstarter.simulation.server;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

/**
 * A key: a hash or a text.
 */
final class Entry {

	/**
	 * How long a key lives that is not there.
	 */
	static final long GONE = -2;

	private final @Nullable Map<String, String> fields;

	private final @Nullable String text;

	// The last millisecond of its life, zero if it lives for ever.
	private long expires;

	Entry(@Nullable Map<String, String> fields, @Nullable String text, long expires) {
		this.fields = fields;
		this.text = text;
		this.expires = expires;
	}

	Entry copy() {
		return new Entry((this.fields != null) ? new LinkedHashMap<>(this.fields) : null, this.text, this.expires);
	}

	boolean isOver(long millis) {
		return this.expires != 0 && this.expires < millis;
	}

	boolean isEndless() {
		return this.expires == 0;
	}

	/**
	 * When it ends.
	 * @return milliseconds, the last one of its life; zero if it lives for ever
	 */
	long expires() {
		return this.expires;
	}

	/**
	 * Ends then.
	 * @param millis the last millisecond of its life
	 */
	void expire(long millis) {
		this.expires = millis;
	}

	boolean isHash() {
		return this.fields != null;
	}

	Map<String, String> fields() {
		if (this.fields == null) {
			throw wrongType();
		}
		return this.fields;
	}

	String text() {
		if (this.text == null) {
			throw wrongType();
		}
		return this.text;
	}

	private static RedisError wrongType() {
		return new RedisError("WRONGTYPE Operation against a key holding the wrong kind of value");
	}

	/**
	 * How long it lives.
	 * @param millis the time of the server
	 * @return milliseconds, -1 for ever
	 */
	long life(long millis) {
		return (this.expires != 0) ? this.expires - millis : -1;
	}

}
