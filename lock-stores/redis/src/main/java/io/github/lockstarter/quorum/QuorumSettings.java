package io.github.lockstarter.quorum;

import java.time.Duration;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.text.DurationText;

/**
 * The times of a quorum, and the requests that it cannot serve with them.
 *
 * @param commandTimeout how long to wait for one answer
 * @param lease the length of a renewed lease
 * @param restartDelay for how long a restarted node does not count; zero if it counts at
 * once
 * @param startTimeout how long to wait for the first connections
 */
public record QuorumSettings(Duration commandTimeout, Duration lease, Duration restartDelay, Duration startTimeout) {

	/**
	 * The times, with a start that waits for one command timeout.
	 * @param commandTimeout how long to wait for one answer
	 * @param lease the length of a renewed lease
	 * @param restartDelay for how long a restarted node does not count
	 */
	public QuorumSettings(Duration commandTimeout, Duration lease, Duration restartDelay) {
		this(commandTimeout, lease, restartDelay, commandTimeout);
	}

	// The message says what to write instead; null if the quorum supports the request.
	@Nullable String objection(LockRequest request) {
		if (request.isShared()) {
			return "A quorum of masters grants locks to one holder: it knows no readers and no permits. "
					+ "Leave out mode and permits, or keep such locks on one Redis";
		}
		if (request.fair()) {
			return "A quorum of masters has no common queue, so it cannot serve waiters in the order of their arrival. "
					+ "Remove fair, or keep such locks on one Redis";
		}
		Duration longest = request.leaseTime().orElse(Duration.ZERO);
		longest = (longest.compareTo(request.minHold()) >= 0) ? longest : request.minHold();
		if (!this.restartDelay.isZero() && longest.compareTo(this.restartDelay) > 0) {
			return "A lease or minimum hold of " + DurationText.of(longest) + " is longer than distributed-lock.redis."
					+ "restart-delay (" + DurationText.of(this.restartDelay)
					+ "): a restarted master would lose it and grant the "
					+ "lock to another caller. Set restart-delay to the longest lease";
		}
		return null;
	}

}
