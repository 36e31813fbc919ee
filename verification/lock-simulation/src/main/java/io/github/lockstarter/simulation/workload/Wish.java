package io.github.lockstarter.simulation.workload;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.proof.workload.Order;
import io.github.lockstarter.proof.workload.Request;
import io.github.lockstarter.simulation.world.Chance;

/**
 * What a caller asks for, and does. Times are in milliseconds.
 *
 * @param locks the names of the locks
 * @param waitMillis the longest wait
 * @param leaseMillis the fixed lease, zero for a renewed one
 * @param minHoldMillis the minimum hold
 * @param fair whether in strict order
 * @param limit how many may have the locks at once: 1 for one alone, 0 for those who read
 * @param bodyMillis how long the work takes
 * @param writes whether it writes to what the locks protect
 */
record Wish(List<String> locks, long waitMillis, long leaseMillis, long minHoldMillis, boolean fair, int limit,
		long bodyMillis, boolean writes) {

	/**
	 * How many locks there are of those that are taken together.
	 */
	static final long TOGETHER = 4;

	private static final String PREFIX = "proof:";

	private static final int ALONE = 1;

	/**
	 * What is asked for next.
	 * @param shares of four wishes so many are to share the locks
	 */
	static Wish of(Chance chance, int locks, long lease, int shares) {
		Wish wish = alone(chance, locks, lease);
		if (chance.below(4) >= shares) {
			return wish;
		}
		// who shares a lock is beside others: it works for a while, and does not write
		int limit = chance.oneIn(2) ? 0 : (int) chance.between(2, 3);
		long body = (wish.bodyMillis == 0 && chance.oneIn(2)) ? chance.between(1, 12) : wish.bodyMillis;
		return new Wish(wish.locks, wish.waitMillis, wish.leaseMillis, wish.minHoldMillis, wish.fair, limit, body,
				false);
	}

	/**
	 * What one of a crowd asks for: to read the first lock for a moment.
	 */
	static Wish toRead(Chance chance) {
		return new Wish(List.of(PREFIX + 0), chance.between(2_000, 6_000), 0, 0, false, 0, chance.between(1, 4), false);
	}

	private static Wish alone(Chance chance, int locks, long lease) {
		List<String> lock = chance.oneIn(12) ? together(chance) : List.of("proof:" + chance.below(locks));
		boolean fair = chance.oneIn(4);
		boolean writes = !chance.oneIn(3);
		long body = chance.oneIn(20) ? chance.between(1, 4) : 0;
		long wait = chance.between(300, 6_300);
		long kind = chance.below(1_000);
		if (kind < 15) {
			// a fixed lease that may be over before the body is
			long fixed = chance.between(40, 120);
			return new Wish(lock, wait, fixed, 0, fair, ALONE, fixed + chance.below(60), writes);
		}
		if (kind < 40) {
			// a body that needs renewals
			return new Wish(lock, wait, 0, 0, fair, ALONE, lease / 3 + chance.below(2 * lease), writes);
		}
		if (kind < 170) {
			return new Wish(lock, wait, chance.between(200, 1_100), 0, fair, ALONE, body, writes);
		}
		if (kind < 200) {
			return new Wish(lock, wait, 0, chance.between(30, 90), fair, ALONE, 0, writes);
		}
		if (kind < 250) {
			return new Wish(lock, 0, 0, 0, fair, ALONE, body, writes);
		}
		if (kind < 350) {
			return new Wish(lock, chance.between(1, 40), 0, 0, fair, ALONE, body, writes);
		}
		return new Wish(lock, wait, 0, 0, fair, ALONE, body, writes);
	}

	/**
	 * What a caller of the campaign asks for, under names that are watched from outside.
	 */
	static Wish of(Request request) {
		return new Wish(request.locks().stream().map((lock) -> lock.startsWith(PREFIX) ? lock : PREFIX + lock).toList(),
				request.waitMillis(), request.leaseMillis(), request.minHoldMillis(), request.order() == Order.FAIR,
				request.limit(), request.body().millis(), request.body().access() == Request.Access.WRITE);
	}

	/**
	 * One, two or three of those that are taken together.
	 */
	private static List<String> together(Chance chance) {
		long first = chance.below(TOGETHER);
		return LongStream.range(first, first + chance.between(1, 3))
			.mapToObj((i) -> "proof:together" + i % TOGETHER)
			.toList();
	}

	List<String> ids(String id) {
		int count = this.locks.size();
		return (count == 1) ? List.of(id) : IntStream.range(0, count).mapToObj((i) -> id + "/" + i).toList();
	}

	/**
	 * What a history says of one of its locks.
	 */
	Object[] words(String id, int lock) {
		List<Object> words = new ArrayList<>(List.of(id, this.locks.get(lock), this.waitMillis, this.leaseMillis,
				this.minHoldMillis, this.fair ? "fair" : "plain"));
		if (this.locks.size() > 1) {
			words.add("several");
		}
		if (isShared()) {
			words.add("limit=" + this.limit);
		}
		return words.toArray();
	}

	/**
	 * Whether others may have the locks at the same time.
	 */
	boolean isShared() {
		return this.limit != ALONE;
	}

	LockRequest request() {
		LockRequest request = inItsWay(LockRequest.ofAll(this.locks.toArray(String[]::new)))
			.waitTime(Duration.ofMillis(this.waitMillis))
			.minHold(Duration.ofMillis(this.minHoldMillis))
			.fair(this.fair);
		return (this.leaseMillis > 0) ? request.leaseTime(Duration.ofMillis(this.leaseMillis)) : request;
	}

	/**
	 * Makes a request one for reading, or for a permit, if this is one.
	 */
	LockRequest inItsWay(LockRequest request) {
		return (this.limit == 0) ? request.mode(LockMode.READ) : request.permits(this.limit);
	}

}
