package io.github.lockstarter.core;

import java.time.Duration;
import java.util.function.Consumer;

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
		return LockSettings.of((draft) -> draft.waitTime(this.waitTime)
			.leaseTime(this.leaseTime)
			.maxHold(this.maxHold)
			.commandTimeout(this.commandTimeout)
			.handOffLease(this.handOffLease)
			.handOffConfirm(this.handOffConfirm)
			.pollInterval(this.pollInterval)
			.fenceRetention(this.fenceRetention)
			.cohortMaxPasses(this.maxPasses)
			.cohortMaxTime(this.maxTime)
			.shutdownTimeout(this.shutdownTimeout));
	}

}
