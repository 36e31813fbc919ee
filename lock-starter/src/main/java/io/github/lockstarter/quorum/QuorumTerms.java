package io.github.lockstarter.quorum;

import java.time.Duration;

/**
 * The times that a quorum goes by.
 *
 * @param commandTimeout how long to wait for one answer
 * @param lease the length of a lease that is renewed
 * @param restartDelay for how long a node that was started does not count; zero for no
 * time
 */
public record QuorumTerms(Duration commandTimeout, Duration lease, Duration restartDelay) {

}
