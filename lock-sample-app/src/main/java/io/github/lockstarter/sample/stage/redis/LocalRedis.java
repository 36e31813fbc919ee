package io.github.lockstarter.sample.stage.redis;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;

/**
 * Uses the Redis that answers, or starts one. Instances that start at the same moment may
 * both find nothing and both start one: the port goes to one of them, and the other uses
 * that.
 */
final class LocalRedis {

	private static final Log logger = LogFactory.getLog(LocalRedis.class);

	// It takes 35 ms; a slow machine under load gets 100 times that.
	private static final Duration START_TIMEOUT = Duration.ofSeconds(5);

	private LocalRedis() {
	}

	/**
	 * Sees to it that a Redis answers, as far as that can be done on this machine; says
	 * in the log what it found or did. Where no Redis can be had the application starts
	 * all the same, and answers 503 until there is one.
	 * @param host the name or address of the Redis
	 * @param port its port
	 * @return the server, if one was started here
	 */
	static Optional<EmbeddedRedis> ensure(String host, int port) {
		String place = host + ":" + port;
		InetSocketAddress address = new InetSocketAddress(host, port);
		Optional<String> info = RedisProbe.info(address);
		if (info.isPresent()) {
			logger.info("Uses the Redis that answers at " + place);
			return Optional.empty();
		}
		if (!isLoopback(address)) {
			logger.warn("No Redis answers at " + place + ". The sample starts one on this machine only: start that "
					+ "one, or leave spring.data.redis.host out");
			return Optional.empty();
		}
		return start(place, address);
	}

	private static boolean isLoopback(InetSocketAddress address) {
		return !address.isUnresolved() && address.getAddress().isLoopbackAddress();
	}

	private static Optional<EmbeddedRedis> start(String place, InetSocketAddress address) {
		EmbeddedRedis redis;
		try {
			redis = EmbeddedRedis.start(address);
		}
		catch (IOException | UncheckedIOException ex) {
			logger.warn("No Redis answers at " + place + ", and none could be started: " + ex.getMessage());
			return Optional.empty();
		}
		return awaitAnswer(place, address, redis);
	}

	private static Optional<EmbeddedRedis> awaitAnswer(String place, InetSocketAddress address, EmbeddedRedis redis) {
		long deadline = System.nanoTime() + START_TIMEOUT.toNanos();
		while (System.nanoTime() < deadline) {
			Optional<String> info = RedisProbe.info(address);
			if (info.filter(redis::isSelf).isPresent()) {
				logger.info("No Redis answered at " + place + ": started one there (process " + redis.pid()
						+ "), which ends with this instance");
				return Optional.of(redis);
			}
			if (info.isPresent()) {
				redis.stop();
				logger.info("Uses the Redis that another instance has just started at " + place);
				return Optional.empty();
			}
			if (!redis.awaitBriefly() && !redis.lostThePort()) {
				break;
			}
		}
		logger.warn("No Redis answers at " + place + ", and the one started there did not come up: " + redis.output());
		redis.stop();
		return Optional.empty();
	}

}
