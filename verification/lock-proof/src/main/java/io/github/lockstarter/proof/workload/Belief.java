package io.github.lockstarter.proof.workload;

import java.util.concurrent.TimeUnit;

/**
 * For how long a caller believes to hold a lock whose library has no deadline: a fixed
 * lease for nine tenths of its length from the moment it was told, a renewed one until it
 * gives it back.
 *
 * @param end when it stops to believe, on the monotonic clock
 */
record Belief(long end) {

	static Belief of(long leaseMillis) {
		long length = (leaseMillis > 0) ? TimeUnit.MILLISECONDS.toNanos(leaseMillis) * 9 / 10
				: TimeUnit.HOURS.toNanos(1);
		return new Belief(System.nanoTime() + length);
	}

	long remainingNanos() {
		return this.end - System.nanoTime();
	}

}
