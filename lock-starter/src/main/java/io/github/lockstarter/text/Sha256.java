package io.github.lockstarter.text;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * SHA-256 as text: what a store calls a lock whose name it cannot spell.
 */
public final class Sha256 {

	private Sha256() {
	}

	/**
	 * The hash of some bytes.
	 * @param bytes the bytes
	 * @return 64 hexadecimal digits
	 */
	public static String of(byte[] bytes) {
		try {
			return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
		}
		catch (NoSuchAlgorithmException ex) {
			throw new IllegalStateException("Every JVM has SHA-256", ex);
		}
	}

	/**
	 * The hash of a name under a prefix. Two of them never meet, whatever characters are
	 * in either.
	 * @param prefix what keeps names of different applications apart
	 * @param name the name
	 * @return 64 hexadecimal digits
	 */
	public static String of(String prefix, String name) {
		String text = prefix.length() + ":" + prefix + name;
		// no encoding has an unpaired surrogate
		ByteBuffer bytes = ByteBuffer.allocate(text.length() * Character.BYTES);
		bytes.asCharBuffer().put(text);
		return of(bytes.array());
	}

}
