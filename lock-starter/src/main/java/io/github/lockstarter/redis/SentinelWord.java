package io.github.lockstarter.redis;

/**
 * What one Sentinel says.
 *
 * @param master where the master is
 * @param epoch the configuration epoch: it grows with each failover; negative if the
 * Sentinel does not tell
 */
record SentinelWord(Address master, long epoch) {

}
