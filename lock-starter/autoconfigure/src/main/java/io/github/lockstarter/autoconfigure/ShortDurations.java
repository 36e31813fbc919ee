package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

import io.github.lockstarter.text.DurationText;

/**
 * Warns of durations without a unit, which Spring Boot reads as milliseconds.
 */
public final class ShortDurations {

	private static final Logger logger = LoggerFactory.getLogger(ShortDurations.class);

	private static final Duration SHORT = Duration.ofMillis(10);

	private ShortDurations() {
	}

	// the others have a lower limit, except cohort.max-time, which is in milliseconds
	/**
	 * Warns of the properties of the engine.
	 * @param properties the properties
	 */
	public static void warn(LockProperties properties) {
		warn("wait-time", properties.getWaitTime());
		warn("start-timeout", properties.getStartTimeout());
		warn("shutdown-timeout", properties.getShutdownTimeout());
	}

	/**
	 * Warns of one property if its value looks like a number without a unit.
	 * @param property its name after {@code distributed-lock.}
	 * @param value its value
	 */
	public static void warn(String property, Duration value) {
		if (!value.isZero() && !value.isNegative() && value.compareTo(SHORT) < 0) {
			logger.warn("distributed-lock." + property + " is only " + DurationText.of(value)
					+ ". A number without a unit means milliseconds: write 3s for three seconds");
		}
	}

}
