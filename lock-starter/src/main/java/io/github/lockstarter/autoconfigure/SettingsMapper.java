package io.github.lockstarter.autoconfigure;

import io.github.lockstarter.core.InvalidLockSettingException;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.metrics.NameLimit;

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
			.startTimeout(properties.getStartTimeout())
			.handOffLease(properties.getHandOff().getLease())
			.handOffConfirm(properties.getHandOff().isConfirm() || redis.getMinReplicas() > 0)
			.pollInterval(properties.getPollInterval())
			.fenceRetention(properties.getFenceRetention())
			.cohortMaxPasses(properties.getCohort().getMaxPasses())
			.cohortMaxTime(properties.getCohort().getMaxTime())
			.shutdownTimeout(properties.getShutdownTimeout())
			.release(properties.getRelease()));
	}

	static NameLimit names(ObservabilityProperties properties) {
		int most = properties.getMetrics().getMaxNames();
		if (most < 1) {
			throw new InvalidLockSettingException("metrics.max-names", most, "must be at least 1");
		}
		return new NameLimit(most);
	}

}
