package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.core.LockSettings;

/**
 * Makes checked settings of the properties.
 */
final class SettingsMapper {

	private SettingsMapper() {
	}

	static LockSettings map(LockProperties properties, RedisLockProperties redis) {
		return LockSettings.of((settings) -> settings.waitTime(properties.getWaitTime())
			.leaseTime(properties.getLeaseTime())
			.maxHold(properties.getMaxHold())
			.commandTimeout(properties.getCommandTimeout())
			.handOffLease(properties.getHandOff().getLease())
			.handOffConfirm(properties.getHandOff().isConfirm() || redis.getMinReplicas() > 0)
			.pollInterval(properties.getPollInterval())
			.fenceRetention(properties.getFenceRetention())
			.cohortMaxPasses(properties.getCohort().getMaxPasses())
			.cohortMaxTime(properties.getCohort().getMaxTime())
			.shutdownTimeout(properties.getShutdownTimeout()));
	}

}
