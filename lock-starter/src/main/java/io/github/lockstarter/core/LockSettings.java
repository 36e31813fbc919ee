package io.github.lockstarter.core;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.text.DurationText;

/**
 * The settings of the engine, checked. The names are those of the properties; defaults
 * and descriptions stand there.
 *
 * @param waitTime the default wait
 * @param leaseTime the length of a renewed lease
 * @param maxHold how long a lease is renewed at most, or {@code null}
 * @param commandTimeout how long to wait for one answer
 * @param handOffLease the length of a provisional lease
 * @param handOffConfirm whether to confirm every hand-off
 * @param pollInterval how often a waiter asks
 * @param fenceRetention how long a free lock is remembered
 * @param cohortMaxPasses how often a lock is passed on inside this JVM
 * @param cohortMaxTime for how long a lock is passed on inside this JVM
 * @param shutdownTimeout how long a stop waits for holders
 */
public record LockSettings(Duration waitTime, Duration leaseTime, @Nullable Duration maxHold, Duration commandTimeout,
		Duration handOffLease, boolean handOffConfirm, Duration pollInterval, Duration fenceRetention,
		int cohortMaxPasses, Duration cohortMaxTime, Duration shutdownTimeout) {

	// A sixth of the lease leaves a renewal, due after a third, several attempts.
	private static final int SHARE_OF_LEASE = 6;

	private static final Duration SHORTEST = Duration.ofMillis(10);

	private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

	// A lease of weeks is a mistake in the unit; it also keeps nanoseconds in a long.
	private static final Duration LONGEST = Duration.ofDays(30);

	public LockSettings {
		range("wait-time", waitTime, Duration.ZERO);
		range("lease-time", leaseTime, SHORTEST_LEASE);
		if (maxHold != null) {
			range("max-hold", maxHold, leaseTime);
		}
		range("command-timeout", commandTimeout, SHORTEST);
		range("hand-off.lease", handOffLease, SHORTEST_LEASE);
		range("poll-interval", pollInterval, SHORTEST);
		range("fence-retention", fenceRetention, Duration.ofSeconds(1));
		range("cohort.max-time", cohortMaxTime, Duration.ZERO);
		range("shutdown-timeout", shutdownTimeout, Duration.ZERO);
		if (cohortMaxPasses < 0 || cohortMaxPasses > 64) {
			throw new InvalidLockSettingException("cohort.max-passes", cohortMaxPasses, "must be between 0 and 64");
		}
		commandTimeout = shorter(commandTimeout, leaseTime.dividedBy(SHARE_OF_LEASE));
		pollInterval = shorter(pollInterval, leaseTime.dividedBy(SHARE_OF_LEASE));
		handOffLease = shorter(handOffLease, leaseTime);
	}

	/**
	 * For how long a waiter that does not ask again keeps its place in the queue: three
	 * polls.
	 */
	long waiterMillis() {
		return 3 * pollMillis();
	}

	long pollMillis() {
		return this.pollInterval.toMillis();
	}

	long leaseMillis() {
		return this.leaseTime.toMillis();
	}

	private static void range(String property, Duration value, Duration least) {
		if (value.compareTo(least) < 0) {
			throw new InvalidLockSettingException(property, DurationText.of(value),
					"must be at least " + DurationText.of(least));
		}
		if (value.compareTo(LONGEST) > 0) {
			throw new InvalidLockSettingException(property, DurationText.of(value), "must be at most 30 days");
		}
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) <= 0) ? one : other;
	}

}
