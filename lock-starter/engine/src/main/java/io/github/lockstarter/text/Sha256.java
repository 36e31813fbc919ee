package io.github.lockstarter.text;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256 as text: the key of a lock whose name a store cannot represent.
 */
public final class Sha256 {

	private Sha256() {
	}

	public static String of(byte[] bytes) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every JVM has SHA-256", ex);
		}
	}

	// No collisions between prefixes, whatever characters either contains.
	public static String of(String prefix, String name) {
		String text = prefix.length() + ":" + prefix + name;
		// encodings cannot represent an unpaired surrogate
		ByteBuffer bytes = ByteBuffer.allocate(text.length() * Character.BYTES);
		bytes.asCharBuffer().put(text);
		return of(bytes.array());
	}

}
