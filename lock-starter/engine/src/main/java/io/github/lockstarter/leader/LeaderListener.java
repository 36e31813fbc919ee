package io.github.lockstarter.leader;

/**
 * Starts and stops the work of a leader. Both methods are called in turn, on a thread of
 * the leadership: each {@code granted} is followed by exactly one {@code revoked}, and
 * they never run at the same time.
 *
 * <p>
 * Return soon: start the work on other threads in {@code granted}, and stop it in
 * {@code revoked}. The leadership is handed on as soon as {@code revoked} has returned. A
 * method that does not return for a quarter of the lease time is reported with the stack
 * of its thread; as long as {@code granted} runs, {@code revoked} cannot be called.
 */
public interface LeaderListener {

	/**
	 * This instance is the leader from now on. If this method throws, the leadership is
	 * revoked, and requested again after a pause.
	 * @param leadership the leadership, with its fencing token
	 */
	void granted(Leadership leadership);

	/**
	 * This instance has to stop its work: when this method returns, another instance may
	 * become the leader. {@link Leadership#isLeader()} is false already; the fencing
	 * token is still available.
	 * @param leadership the leadership
	 * @param reason why, for people
	 */
	void revoked(Leadership leadership, String reason);

}
