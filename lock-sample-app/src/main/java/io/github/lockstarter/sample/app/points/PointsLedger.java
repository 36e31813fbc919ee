package io.github.lockstarter.sample.app.points;

import org.springframework.data.redis.core.StringRedisTemplate;
import org.springframework.stereotype.Repository;

/**
 * Bookings of points in Redis, a list for each user name at {@code sample:points:<name>}.
 * Entries are appended and never changed, so that a bonus granted twice is there twice.
 */
@Repository
class PointsLedger {

	private static final String PREFIX = "sample:points:";

	private final StringRedisTemplate redis;

	PointsLedger(StringRedisTemplate redis) {
		this.redis = redis;
	}

	void append(Booking booking) {
		this.redis.opsForList().rightPush(PREFIX + booking.userName(), booking.amount() + " " + booking.reason());
	}

	long balanceOf(String userName) {
		return this.redis.opsForList()
			.range(PREFIX + userName, 0, -1)
			.stream()
			.mapToLong((entry) -> Long.parseLong(entry.substring(0, entry.indexOf(' '))))
			.sum();
	}

	void delete(String userName) {
		this.redis.delete(PREFIX + userName);
	}

	/**
	 * Points for a user.
	 *
	 * @param userName whose points
	 * @param amount how many
	 * @param reason what for
	 */
	record Booking(String userName, int amount, String reason) {

	}

}
