package io.github.lockstarter.sample.app.points;

import org.springframework.stereotype.Repository;

import io.github.lockstarter.sample.app.data.SharedData;

/**
 * Bookings of points, a list for each user name at {@code sample:points:<name>}. Entries
 * are appended and never changed, so that a bonus granted twice is there twice.
 */
@Repository
class PointsLedger {

	private static final String PREFIX = "sample:points:";

	private final SharedData data;

	PointsLedger(SharedData data) {
		this.data = data;
	}

	void append(Booking booking) {
		this.data.append(PREFIX + booking.userName(), booking.amount() + " " + booking.reason());
	}

	long balanceOf(String userName) {
		return this.data.entries(PREFIX + userName)
			.stream()
			.mapToLong((entry) -> Long.parseLong(entry.substring(0, entry.indexOf(' '))))
			.sum();
	}

	void delete(String userName) {
		this.data.delete(PREFIX + userName);
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
