package io.github.lockstarter.redis;

import java.util.HexFormat;

import io.github.lockstarter.runtime.LockRuntime;

/**
 * Draws the identity of an application instance.
 */
final class ClientId {

	private static final int BYTES = 16;

	private ClientId() {
	}

	/**
	 * Draws 128 random bits, as text.
	 */
	static String draw(LockRuntime runtime) {
		return HexFormat.of().formatHex(runtime.identity(BYTES));
	}

}
