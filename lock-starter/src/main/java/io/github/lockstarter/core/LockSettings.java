package io.github.lockstarter.core;

import java.time.Duration;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.text.DurationText;

/**
 * The settings of the engine, checked. The names are those of the properties, where they
 * are described. Immutable.
 */
public final class LockSettings {

	// A sixth of the lease leaves a renewal, due after a third, several attempts.
	private static final int SHARE_OF_LEASE = 6;

	private static final Duration SHORTEST = Duration.ofMillis(10);

	private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

	// Nobody looks at an application for longer that has not started yet.
	private static final Duration LONGEST_START = Duration.ofMinutes(1);

	// A lease of weeks is a mistake in the unit; it also keeps nanoseconds in a long.
	private static final Duration LONGEST = Duration.ofDays(30);

	private final LockSettingsDraft values;

	private LockSettings(LockSettingsDraft values) {
		range("wait-time", values.waitTime, Duration.ZERO);
		range("lease-time", values.leaseTime, SHORTEST_LEASE);
		if (values.maxHold != null) {
			range("max-hold", values.maxHold, values.leaseTime);
		}
		range("command-timeout", values.commandTimeout, SHORTEST);
		range("start-timeout", values.startTimeout, Duration.ZERO);
		if (values.startTimeout.compareTo(LONGEST_START) > 0) {
			throw new InvalidLockSettingException("start-timeout", DurationText.of(values.startTimeout),
					"must be at most " + DurationText.of(LONGEST_START));
		}
		range("hand-off.lease", values.handOffLease, SHORTEST_LEASE);
		range("poll-interval", values.pollInterval, SHORTEST);
		range("fence-retention", values.fenceRetention, Duration.ofSeconds(1));
		range("cohort.max-time", values.cohortMaxTime, Duration.ZERO);
		range("shutdown-timeout", values.shutdownTimeout, Duration.ZERO);
		if (values.cohortMaxPasses < 0 || values.cohortMaxPasses > 64) {
			throw new InvalidLockSettingException("cohort.max-passes", values.cohortMaxPasses,
					"must be between 0 and 64");
		}
		Duration share = values.leaseTime.dividedBy(SHARE_OF_LEASE);
		values.commandTimeout = shorter(values.commandTimeout, share);
		values.pollInterval = shorter(values.pollInterval, share);
		values.handOffLease = shorter(values.handOffLease, values.leaseTime);
		this.values = values;
	}

	/**
	 * The settings of an application that sets no property.
	 * @return the defaults
	 */
	public static LockSettings defaults() {
		return new LockSettings(new LockSettingsDraft());
	}

	/**
	 * The defaults, but for what is changed.
	 * @param change says what is different
	 * @return the settings
	 * @throws InvalidLockSettingException if they do not fit
	 */
	public static LockSettings of(Consumer<LockSettingsDraft> change) {
		return defaults().with(change);
	}

	/**
	 * These settings, but for what is changed. What had to be shortened to fit the lease
	 * stays short.
	 * @param change says what is different
	 * @return the new settings
	 * @throws InvalidLockSettingException if they do not fit
	 */
	public LockSettings with(Consumer<LockSettingsDraft> change) {
		LockSettingsDraft changed = new LockSettingsDraft(this.values);
		change.accept(changed);
		return new LockSettings(changed);
	}

	/**
	 * The default wait.
	 * @return the setting
	 */
	public Duration waitTime() {
		return this.values.waitTime;
	}

	/**
	 * The length of a renewed lease.
	 * @return the setting
	 */
	public Duration leaseTime() {
		return this.values.leaseTime;
	}

	/**
	 * How long a lease is renewed at most, or null.
	 * @return the setting
	 */
	public @Nullable Duration maxHold() {
		return this.values.maxHold;
	}

	/**
	 * How long to wait for one answer, a sixth of the lease at most.
	 * @return the setting
	 */
	public Duration commandTimeout() {
		return this.values.commandTimeout;
	}

	/**
	 * How long a start waits for the first connection.
	 * @return the setting
	 */
	public Duration startTimeout() {
		return this.values.startTimeout;
	}

	/**
	 * The length of a provisional lease, no longer than the lease.
	 * @return the setting
	 */
	public Duration handOffLease() {
		return this.values.handOffLease;
	}

	/**
	 * Whether to confirm every hand-off.
	 * @return the setting
	 */
	public boolean handOffConfirm() {
		return this.values.handOffConfirm;
	}

	/**
	 * How often a waiter asks, a sixth of the lease at most.
	 * @return the setting
	 */
	public Duration pollInterval() {
		return this.values.pollInterval;
	}

	/**
	 * How long a free lock is remembered.
	 * @return the setting
	 */
	public Duration fenceRetention() {
		return this.values.fenceRetention;
	}

	/**
	 * How often a lock is passed on inside this JVM.
	 * @return the setting
	 */
	public int cohortMaxPasses() {
		return this.values.cohortMaxPasses;
	}

	/**
	 * For how long a lock is passed on inside this JVM.
	 * @return the setting
	 */
	public Duration cohortMaxTime() {
		return this.values.cohortMaxTime;
	}

	/**
	 * How long a stop waits for holders.
	 * @return the setting
	 */
	public Duration shutdownTimeout() {
		return this.values.shutdownTimeout;
	}

	/**
	 * For what a holder waits when it gives its lock back.
	 * @return the setting
	 */
	public ReleaseMode release() {
		return this.values.release;
	}

	/**
	 * How long a good subscription may be silent while locks are granted: three polls.
	 */
	long silenceMillis() {
		return 3 * pollMillis();
	}

	long pollMillis() {
		return this.values.pollInterval.toMillis();
	}

	long leaseMillis() {
		return this.values.leaseTime.toMillis();
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

	@Override
	public boolean equals(@Nullable Object other) {
		return other instanceof LockSettings that && this.values.all().equals(that.values.all());
	}

	@Override
	public int hashCode() {
		return this.values.all().hashCode();
	}

	@Override
	public String toString() {
		return "LockSettings" + this.values.all();
	}

}
