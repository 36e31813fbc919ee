package io.github.lockstarter.core;

import java.time.Duration;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.text.DurationText;

/**
 * The settings of the engine, checked. {@link EngineProperties} describes them and has
 * their defaults.
 *
 * @param waitTime the default wait
 * @param leaseTime the length of a renewed lease
 * @param maxHold how long a lease is renewed at most, or null
 * @param commandTimeout how long to wait for one answer; a sixth of the lease is used
 * where that is shorter
 * @param startTimeout how long a start waits for the first connection
 * @param handOffLease the length of a provisional lease; the lease is used where that is
 * shorter
 * @param handOffConfirm whether to confirm every hand-off
 * @param pollInterval how often a waiter asks; a sixth of the lease is used where that is
 * shorter
 * @param fenceRetention how long a free lock is remembered; twice the time for one answer
 * is used where that is longer, because a question of its last owner may still be on its
 * way for so long
 * @param cohortMaxPasses how often a lock is passed on inside this JVM
 * @param cohortMaxTime for how long a lock is passed on inside this JVM
 * @param shutdownTimeout how long a stop waits for holders
 * @param release for what a holder waits when it gives its lock back
 */
public record LockSettings(Duration waitTime, Duration leaseTime, @Nullable Duration maxHold, Duration commandTimeout,
		Duration startTimeout, Duration handOffLease, boolean handOffConfirm, Duration pollInterval,
		Duration fenceRetention, int cohortMaxPasses, Duration cohortMaxTime, Duration shutdownTimeout,
		ReleaseMode release) {

	// A sixth of the lease leaves a renewal, due after a third, several attempts.
	private static final int SHARE_OF_LEASE = 6;

	private static final Duration SHORTEST = Duration.ofMillis(10);

	private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

	// Nobody looks at an application for longer that has not started yet.
	private static final Duration LONGEST_START = Duration.ofMinutes(1);

	// So many tokens are behind the clock again after as many microseconds.
	private static final int MOST_PASSES = 64;

	// Where nobody else waits it is the question that is long, and not the turn.
	private static final int LONGER = 4;

	// A lease of weeks is a mistake in the unit; it also keeps nanoseconds in a long.
	private static final Duration LONGEST = Duration.ofDays(30);

	/**
	 * Checks them.
	 * @throws InvalidLockSettingException if they do not fit
	 */
	public LockSettings {
		range("wait-time", waitTime, Duration.ZERO);
		range("lease-time", leaseTime, SHORTEST_LEASE);
		if (maxHold != null) {
			range("max-hold", maxHold, leaseTime);
		}
		range("command-timeout", commandTimeout, SHORTEST);
		range("start-timeout", startTimeout, Duration.ZERO);
		if (startTimeout.compareTo(LONGEST_START) > 0) {
			throw new InvalidLockSettingException("start-timeout", DurationText.of(startTimeout),
					"must be at most " + DurationText.of(LONGEST_START));
		}
		range("hand-off.lease", handOffLease, SHORTEST_LEASE);
		range("poll-interval", pollInterval, SHORTEST);
		range("fence-retention", fenceRetention, Duration.ofSeconds(1));
		range("cohort.max-time", cohortMaxTime, Duration.ZERO);
		range("shutdown-timeout", shutdownTimeout, Duration.ZERO);
		if (cohortMaxPasses < 0 || cohortMaxPasses > MOST_PASSES) {
			throw new InvalidLockSettingException("cohort.max-passes", cohortMaxPasses,
					"must be between 0 and " + MOST_PASSES);
		}
		Duration share = leaseTime.dividedBy(SHARE_OF_LEASE);
		commandTimeout = shorter(commandTimeout, share);
		pollInterval = shorter(pollInterval, share);
		handOffLease = shorter(handOffLease, leaseTime);
		Duration onItsWay = commandTimeout.multipliedBy(2);
		fenceRetention = (fenceRetention.compareTo(onItsWay) < 0) ? onItsWay : fenceRetention;
	}

	/**
	 * The settings of an application that sets no property.
	 * @return the defaults
	 */
	public static LockSettings defaults() {
		return of(new EngineProperties(), false);
	}

	/**
	 * The defaults, but for what is changed.
	 * @param change says what is different
	 * @return the settings
	 * @throws InvalidLockSettingException if they do not fit
	 */
	public static LockSettings of(Consumer<EngineProperties> change) {
		EngineProperties properties = new EngineProperties();
		change.accept(properties);
		return of(properties, false);
	}

	/**
	 * The settings of an application.
	 * @param properties what it has set
	 * @param handOffConfirm whether every hand-off is to be confirmed, whatever the
	 * properties say
	 * @return the settings
	 * @throws InvalidLockSettingException if they do not fit
	 */
	public static LockSettings of(EngineProperties properties, boolean handOffConfirm) {
		return new LockSettings(properties.getWaitTime(), properties.getLeaseTime(), properties.getMaxHold(),
				properties.getCommandTimeout(), properties.getStartTimeout(), properties.getHandOff().getLease(),
				handOffConfirm || properties.getHandOff().isConfirm(), properties.getPollInterval(),
				properties.getFenceRetention(), properties.getCohort().getMaxPasses(),
				properties.getCohort().getMaxTime(), properties.getShutdownTimeout(), properties.getRelease());
	}

	/**
	 * How many fencing tokens one turn of callers of this JVM needs at most.
	 * @return one for each pass, and one for the first of them
	 */
	public int tokensOfATurn() {
		return passesWhileAlone() + 1;
	}

	/**
	 * How often a lock is passed on in a young turn that began when nobody else waited.
	 */
	int passesWhileAlone() {
		return Math.min(LONGER * this.cohortMaxPasses, MOST_PASSES);
	}

	/**
	 * How long a good subscription may be silent while locks are granted: three polls.
	 */
	long silenceMillis() {
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
