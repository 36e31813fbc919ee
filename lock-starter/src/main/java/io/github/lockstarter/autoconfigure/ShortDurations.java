package io.github.lockstarter.autoconfigure;

import java.time.Duration;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

import io.github.lockstarter.text.DurationText;

/**
 * Warns of properties that were probably meant as seconds: Spring Boot reads a number
 * without a unit as milliseconds.
 */
final class ShortDurations {

	private static final Log logger = LogFactory.getLog(ShortDurations.class);

	private static final Duration SHORT = Duration.ofMillis(10);

	private ShortDurations() {
	}

	/**
	 * Warns of each of them. Those with a lower limit of their own are refused instead,
	 * and {@code cohort.max-time} is meant in milliseconds.
	 */
	static void warn(LockProperties properties) {
		warn("wait-time", properties.getWaitTime());
		warn("start-timeout", properties.getStartTimeout());
		warn("shutdown-timeout", properties.getShutdownTimeout());
	}

	/**
	 * The same for Redis.
	 */
	static void warn(RedisLockProperties properties) {
		warn("redis.replica-timeout", properties.getReplicaTimeout());
	}

	private static void warn(String property, Duration value) {
		if (!value.isZero() && !value.isNegative() && value.compareTo(SHORT) < 0) {
			logger.warn("distributed-lock." + property + " is " + DurationText.of(value)
					+ " only. A number without a unit means milliseconds: write 3s for three seconds");
		}
	}

}
