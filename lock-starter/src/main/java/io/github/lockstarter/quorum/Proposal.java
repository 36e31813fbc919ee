package io.github.lockstarter.quorum;

/**
 * Asks one node for a lease.
 *
 * @param id the attempt
 * @param round which of the questions of this attempt it is; a later one has a larger
 * number
 * @param leaseMillis the length of the lease
 * @param waitMillis for how long to keep a place in the queue, zero for none
 * @param again whether it has had a place before: without one it comes back to the head
 * @param notAfter when it must not take effect any more, in nanoseconds of this JVM
 * @param floor the least token, in microseconds of the nodes' clocks
 */
public record Proposal(String id, long round, long leaseMillis, long waitMillis, boolean again, long notAfter,
		long floor) {

}
