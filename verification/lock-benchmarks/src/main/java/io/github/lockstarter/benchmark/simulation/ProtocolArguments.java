package io.github.lockstarter.benchmark.simulation;

import io.github.lockstarter.core.LockSettings;

/**
 * What the scripts are given, as docs/protocol.md says, with the default settings.
 */
final class ProtocolArguments {

	static final String CHANNELS = "lock:%push:";

	private static final LockSettings SETTINGS = LockSettings.defaults();

	// as the starter: three polls
	private static final String WAIT = Long.toString(3 * SETTINGS.pollInterval().toMillis());

	private static final String LEASE = Long.toString(SETTINGS.leaseTime().toMillis());

	private static final String BLOCK = Integer.toString(SETTINGS.tokensOfATurn());

	private static final String HAND_OFF = SETTINGS.handOffLease().toMillis() + " " + CHANNELS;

	private static final String NO_CUTOFF = Long.toString(1L << 52);

	private ProtocolArguments() {
	}

	static String key(String name) {
		return "lock:" + name;
	}

	static long leaseMillis() {
		return SETTINGS.leaseTime().toMillis();
	}

	static long pollMillis() {
		return SETTINGS.pollInterval().toMillis();
	}

	static long retentionMillis() {
		return SETTINGS.fenceRetention().toMillis();
	}

	static String[] acquire(String attempt, boolean again, long retentionMillis) {
		return new String[] { attempt, LEASE, Long.toString(retentionMillis), BLOCK, HAND_OFF, NO_CUTOFF, WAIT,
				again ? "1" : "0" };
	}

	static String[] release(String attempt, long retentionMillis) {
		return new String[] { attempt, "0", Long.toString(retentionMillis), BLOCK, HAND_OFF };
	}

}
