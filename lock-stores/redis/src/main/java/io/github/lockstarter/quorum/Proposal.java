package io.github.lockstarter.quorum;

/**
 * A request to one node for a lease.
 *
 * @param id the attempt
 * @param round which request of this attempt it is; later ones have larger numbers
 * @param leaseMillis the length of the lease
 * @param waitMillis for how long to keep a place in the queue; zero for none
 * @param again whether the attempt was queued before: if its place is lost, it returns to
 * the head of the queue
 * @param notAfter when the request expires, in nanoseconds of this JVM
 * @param floor the least token, in microseconds of the nodes' clocks
 */
public record Proposal(String id, long round, long leaseMillis, long waitMillis, boolean again, long notAfter,
		long floor) {

}
