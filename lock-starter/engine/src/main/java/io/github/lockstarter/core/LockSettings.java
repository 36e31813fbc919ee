package io.github.lockstarter.core;

import java.time.Duration;
import java.util.function.Consumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.text.DurationText;

/**
 * The validated settings of the engine. {@link EngineProperties} describes them and has
 * their defaults.
 *
 * @param waitTime the default wait
 * @param leaseTime the length of a renewed lease
 * @param maxHold the longest time for which a lease is renewed, or null
 * @param commandTimeout how long to wait for one answer; at most a sixth of the lease
 * @param startTimeout how long a start waits for the first connection
 * @param handOffLease the length of a provisional lease; at most the lease
 * @param handOffConfirm whether to confirm every handover
 * @param pollInterval how often a waiter polls; at most a sixth of the lease
 * @param fenceRetention how long a free lock is remembered; at least twice the command
 * timeout, because a request of its last owner may be in flight for so long
 * @param cohortMaxPasses how often a lock is passed on within this JVM
 * @param cohortMaxTime for how long a lock is passed on within this JVM
 * @param shutdownTimeout how long a stop waits for holders
 * @param release whether a release waits for the store
 */
public record LockSettings(Duration waitTime, Duration leaseTime, @Nullable Duration maxHold, Duration commandTimeout,
		Duration startTimeout, Duration handOffLease, boolean handOffConfirm, Duration pollInterval,
		Duration fenceRetention, int cohortMaxPasses, Duration cohortMaxTime, Duration shutdownTimeout,
		ReleaseMode release) {

	// A sixth of the lease: several attempts fit behind a renewal that is due after a
	// third.
	private static final int SHARE_OF_LEASE = 6;

	private static final Duration SHORTEST = Duration.ofMillis(10);

	private static final Duration SHORTEST_LEASE = Duration.ofMillis(100);

	// An application that has not started after a minute looks broken.
	private static final Duration LONGEST_START = Duration.ofMinutes(1);

	// The tokens of a turn are behind the store's clock again after as many microseconds.
	private static final int MOST_PASSES = 64;

	// Without other waiters the request to the store is the cost, and not the turn.
	private static final int LONGER = 4;

	// A lease of weeks is a wrong unit; the limit also keeps nanoseconds within a long.
	private static final Duration LONGEST = Duration.ofDays(30);

	/**
	 * Validates the settings.
	 * @throws LockStartException if one is out of its range
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
			throw LockStartException.ofProperty("start-timeout", DurationText.of(startTimeout),
					"must be at most " + DurationText.of(LONGEST_START));
		}
		range("hand-off.lease", handOffLease, SHORTEST_LEASE);
		range("poll-interval", pollInterval, SHORTEST);
		range("fence-retention", fenceRetention, Duration.ofSeconds(1));
		range("cohort.max-time", cohortMaxTime, Duration.ZERO);
		range("shutdown-timeout", shutdownTimeout, Duration.ZERO);
		if (cohortMaxPasses < 0 || cohortMaxPasses > MOST_PASSES) {
			throw LockStartException.ofProperty("cohort.max-passes", cohortMaxPasses,
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
	 * The default settings.
	 * @return the defaults
	 */
	public static LockSettings defaults() {
		return of(new EngineProperties(), false);
	}

	/**
	 * The defaults with some changes.
	 * @param change applies the changes
	 * @return the settings
	 * @throws LockStartException if one is out of its range
	 */
	public static LockSettings of(Consumer<EngineProperties> change) {
		EngineProperties properties = new EngineProperties();
		change.accept(properties);
		return of(properties, false);
	}

	/**
	 * The settings of an application.
	 * @param properties its properties
	 * @param handOffConfirm whether to confirm every handover, whatever the properties
	 * say
	 * @return the settings
	 * @throws LockStartException if one is out of its range
	 */
	public static LockSettings of(EngineProperties properties, boolean handOffConfirm) {
		return new LockSettings(properties.getWaitTime(), properties.getLeaseTime(), properties.getMaxHold(),
				properties.getCommandTimeout(), properties.getStartTimeout(), properties.getHandOff().getLease(),
				handOffConfirm || properties.getHandOff().isConfirm(), properties.getPollInterval(),
				properties.getFenceRetention(), properties.getCohort().getMaxPasses(),
				properties.getCohort().getMaxTime(), properties.getShutdownTimeout(), properties.getRelease());
	}

	/**
	 * How many fencing tokens one turn of the callers of this JVM needs at most.
	 * @return one for the first caller and one for each pass
	 */
	public int tokensOfATurn() {
		return passesWhileAlone() + 1;
	}

	int passesWhileAlone() {
		return Math.min(LONGER * this.cohortMaxPasses, MOST_PASSES);
	}

	// How long a working subscription may be silent while locks are granted.
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
			throw LockStartException.ofProperty(property, DurationText.of(value),
					"must be at least " + DurationText.of(least));
		}
		if (value.compareTo(LONGEST) > 0) {
			throw LockStartException.ofProperty(property, DurationText.of(value), "must be at most 30 days");
		}
	}

	private static Duration shorter(Duration one, Duration other) {
		return (one.compareTo(other) <= 0) ? one : other;
	}

}
