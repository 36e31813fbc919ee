package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.core.LockSettings;

/**
 * Makes checked settings of the properties.
 */
final class SettingsMapper {

	private SettingsMapper() {
	}

	static LockSettings map(LockProperties properties) {
		return new LockSettings(properties.getWaitTime(), properties.getLeaseTime(), properties.getMaxHold(),
				properties.getCommandTimeout(), properties.getHandOff().getLease(), properties.getHandOff().isConfirm(),
				properties.getPollInterval(), properties.getFenceRetention(), properties.getCohort().getMaxPasses(),
				properties.getCohort().getMaxTime(), properties.getShutdownTimeout());
	}

}
