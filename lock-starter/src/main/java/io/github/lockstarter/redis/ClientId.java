package io.github.lockstarter.redis;

import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.HexFormat;

/**
 * Draws the identity of an application instance.
 *
 * <p>
 * The bits come from the operating system at that moment. What a {@code SecureRandom}
 * hands out as <em>bytes</em> may come from a state, or a buffer, that an image of the
 * process has copied; what it hands out as a <em>seed</em> is read from its source. Linux
 * (from 5.18) and Windows seed that source anew in a cloned machine, where the hypervisor
 * tells them; a restored process (CRaC, SnapStart) reads the one of its new machine.
 */
final class ClientId {

	private static final int BYTES = 16;

	private ClientId() {
	}

	/**
	 * Draws 128 random bits, as text.
	 */
	static String draw() {
		return HexFormat.of().formatHex(source().generateSeed(BYTES));
	}

	private static SecureRandom source() {
		try {
			// /dev/urandom: the default may wait for /dev/random
			return SecureRandom.getInstance("NativePRNGNonBlocking");
		}
		catch (NoSuchAlgorithmException ex) {
			return new SecureRandom(); // Windows
		}
	}

}
