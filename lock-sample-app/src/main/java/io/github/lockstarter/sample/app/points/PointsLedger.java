package io.github.lockstarter.sample.app.points;

import org.springframework.stereotype.Repository;

import io.github.lockstarter.sample.app.data.SharedData;

/**
 * Bookings of points, one list for each user name; entries are only appended, so a bonus
 * that is granted twice is visible.
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

	record Booking(String userName, int amount, String reason) {

	}

}
