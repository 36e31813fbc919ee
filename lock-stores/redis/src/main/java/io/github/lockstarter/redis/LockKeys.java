package io.github.lockstarter.redis;

import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.IntStream;

import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.text.Sha256;

/**
 * Spells all keys and channels; distinct lock names get distinct keys, and distinct
 * prefixes share none.
 */
final class LockKeys {

	// Redis takes keys of up to 512 MB, but compares and prints them: longer names are
	// replaced by their SHA-256.
	private static final int LONGEST = 512;

	private static final String DIGEST_MARKER = "%sha256:";

	private final String prefix;

	LockKeys(String prefix) {
		if (prefix.isEmpty() || IntStream.range(0, prefix.length()).anyMatch((index) -> isUnclear(prefix, index))) {
			throw LockStartException.ofProperty("key-prefix", "'" + prefix + "'",
					"must be a word without spaces, control characters and percent signs");
		}
		this.prefix = prefix + ((prefix.indexOf(':') < 0) ? ":" : "%:");
	}

	// Refuses prefixes that people misread, or that could share keys with another. Braces
	// are the user's choice.
	private static boolean isUnclear(String prefix, int index) {
		char c = prefix.charAt(index);
		boolean brace = c == '{' || c == '}';
		return Character.isWhitespace(c) || Character.isSpaceChar(c) || (!brace && isEncoded(prefix, index));
	}

	String key(String name) {
		String encoded = isPlain(name) ? name : encode(name);
		return this.prefix
				+ (isTooLong(encoded) ? DIGEST_MARKER + Sha256.of(encoded.getBytes(StandardCharsets.UTF_8)) : encoded);
	}

	String channelPrefix() {
		return this.prefix + "%push:";
	}

	String holderLabel(String clientId) {
		return this.prefix + "%holder:" + clientId;
	}

	String longest() {
		return this.prefix + "%longest";
	}

	// A key that no lock has. In a cluster some number puts it on each node.
	String probe(int number) {
		return this.prefix + "%probe:" + number;
	}

	// A cluster hashes this part only, so all locks are in one slot.
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
