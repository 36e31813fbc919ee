package io.github.lockstarter.proof.workload;

/**
 * What one operation asks for and does. Times are in milliseconds.
 *
 * @param lock the lock name
 * @param waitMillis the longest wait
 * @param leaseMillis the fixed lease, zero for a renewed one
 * @param minHoldMillis the minimum hold
 * @param fair whether in strict order
 * @param bodyMillis how long the body takes besides its writes
 * @param writes whether it writes to the protected resource
 */
record Request(String lock, long waitMillis, long leaseMillis, long minHoldMillis, boolean fair, long bodyMillis,
		boolean writes) {

}
