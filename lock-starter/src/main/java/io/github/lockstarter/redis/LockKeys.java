package io.github.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.IntStream;

import io.github.lockstarter.core.InvalidLockSettingException;
import io.github.lockstarter.text.Sha256;

/**
 * The only place where a key or channel is spelled. Distinct lock names get distinct
 * keys: control characters, braces (they would choose a cluster slot), percent signs and
 * unpaired surrogates (they have no UTF-8) are written as a percent sign and their code
 * in hexadecimal, and a name too long for a key is replaced by its SHA-256. What is not a
 * lock begins with a percent sign and a letter that no hexadecimal number has.
 *
 * <p>
 * Two prefixes are two worlds. Behind a prefix without a colon comes a colon: the first
 * one of the key. A prefix with a colon of its own ends in a percent sign and a colon,
 * which no encoded name contains; or {@code app:test} and the lock {@code x} would be
 * {@code app} and the lock {@code test:x}.
 */
final class LockKeys {

	// Redis takes keys up to 512 MB, but compares and prints them: a name is not a
	// document.
	private static final int LONGEST = 512;

	private static final String DIGEST_MARKER = "%sha256:";

	private final String prefix;

	LockKeys(String prefix) {
		if (prefix.isEmpty() || IntStream.range(0, prefix.length()).anyMatch((index) -> isUnclear(prefix, index))) {
			throw new InvalidLockSettingException("key-prefix", "'" + prefix + "'",
					"must be a word without spaces, control characters and percent signs");
		}
		this.prefix = prefix + ((prefix.indexOf(':') < 0) ? ":" : "%:");
	}

	/**
	 * Whether a person who looks for the keys would misread the prefix, or the keys of
	 * two prefixes could be the same. Braces are the user's to choose.
	 */
	private static boolean isUnclear(String prefix, int index) {
		char c = prefix.charAt(index);
		boolean brace = c == '{' || c == '}';
		return Character.isWhitespace(c) || Character.isSpaceChar(c) || (!brace && isEncoded(prefix, index));
	}

	/**
	 * The key of a lock.
	 */
	String key(String name) {
		String encoded = isPlain(name) ? name : encode(name);
		return this.prefix
				+ (isTooLong(encoded) ? DIGEST_MARKER + Sha256.of(encoded.getBytes(StandardCharsets.UTF_8)) : encoded);
	}

	/**
	 * What the channel names of all instances begin with; the client id follows.
	 */
	String channelPrefix() {
		return this.prefix + "%push:";
	}

	/**
	 * The key under which an instance says who it is.
	 */
	String holderLabel(String clientId) {
		return this.prefix + "%holder:" + clientId;
	}

	/**
	 * The key under which a node of a quorum keeps how long leases may be.
	 */
	String longest() {
		return this.prefix + "%longest";
	}

	/**
	 * A key that no lock has: any number of them, to find one in a slot of a node.
	 */
	String probe(int number) {
		return this.prefix + "%probe:" + number;
	}

	/**
	 * What a cluster takes for all of the key: it puts all locks into one slot.
	 */
	Optional<String> hashTag() {
		int open = this.prefix.indexOf('{');
		int close = this.prefix.indexOf('}', open + 1);
		return (open >= 0 && close > open + 1) ? Optional.of(this.prefix.substring(open + 1, close)) : Optional.empty();
	}

	private static boolean isPlain(String name) {
		for (int i = 0; i < name.length(); i++) {
			if (isEncoded(name, i)) {
				return false;
			}
		}
		return true;
	}

	private static boolean isEncoded(String name, int index) {
		char c = name.charAt(index);
		if (Character.isHighSurrogate(c)) {
			return index + 1 == name.length() || !Character.isLowSurrogate(name.charAt(index + 1));
		}
		if (Character.isLowSurrogate(c)) {
			return index == 0 || !Character.isHighSurrogate(name.charAt(index - 1));
		}
		return Character.isISOControl(c) || c == '{' || c == '}' || c == '%';
	}

	private static String encode(String name) {
		StringBuilder encoded = new StringBuilder(name.length() + 16);
		for (int i = 0; i < name.length(); i++) {
			char c = name.charAt(i);
			if (!isEncoded(name, i)) {
				encoded.append(c);
			}
			else {
				// two digits below 256, four for a surrogate: those begin with D8 to DF,
				// as no control character does
				encoded.append('%').append(String.format((c < 256) ? "%02X" : "%04X", (int) c));
			}
		}
		return encoded.toString();
	}

	private static boolean isTooLong(String encoded) {
		// a char is three bytes at most
		return encoded.length() > LONGEST / 3 && encoded.getBytes(StandardCharsets.UTF_8).length > LONGEST;
	}

}
