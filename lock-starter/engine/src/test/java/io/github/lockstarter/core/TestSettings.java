package io.github.lockstarter.core;

import java.time.Duration;
import java.util.function.Consumer;

import io.github.lockstarter.ReleaseMode;

/**
 * Settings that differ from those below in a few points.
 */
final class TestSettings {

	Duration waitTime = Duration.ofSeconds(10);

	Duration leaseTime = Duration.ofSeconds(30);

	Duration maxHold;

	Duration commandTimeout = Duration.ofSeconds(1);

	Duration handOffLease = Duration.ofSeconds(2);

	boolean handOffConfirm;

	Duration pollInterval = Duration.ofSeconds(3);

	Duration fenceRetention = Duration.ofMinutes(1);

	int maxPasses = 16;

	Duration maxTime = Duration.ofSeconds(2);

	Duration shutdownTimeout = Duration.ZERO;

	ReleaseMode release = ReleaseMode.CONFIRMED;

	static LockSettings defaults() {
		return of((settings) -> {
		});
	}

	static LockSettings of(Consumer<TestSettings> change) {
		TestSettings changed = new TestSettings();
		change.accept(changed);
		return changed.build();
	}

	private LockSettings build() {
		return LockSettings.of((properties) -> {
			properties.setWaitTime(this.waitTime)
				.setLeaseTime(this.leaseTime)
				.setMaxHold(this.maxHold)
				.setCommandTimeout(this.commandTimeout)
				.setPollInterval(this.pollInterval)
				.setFenceRetention(this.fenceRetention)
				.setShutdownTimeout(this.shutdownTimeout)
				.setRelease(this.release);
			properties.getHandOff().setLease(this.handOffLease).setConfirm(this.handOffConfirm);
			properties.getCohort().setMaxPasses(this.maxPasses).setMaxTime(this.maxTime);
		});
	}

}
