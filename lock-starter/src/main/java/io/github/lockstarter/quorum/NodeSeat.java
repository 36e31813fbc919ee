package io.github.lockstarter.quorum;

import java.time.Duration;

/**
 * The place of one node in its quorum: what the node says of itself there, and what it is
 * to be told. Any thread may call.
 */
public interface NodeSeat {

	/**
	 * The longest lease, or minimum hold, that this instance asks for.
	 * @return what each node is told on each connection, in milliseconds
	 */
	long ownLongestMillis();

	/**
	 * The longest lease that this instance asks for or has heard of: what a node is told
	 * that has restarted, for it may have forgotten who told it before.
	 * @return milliseconds
	 */
	long longestMillis();

	/**
	 * For how long a node does not count after its start, as far as is known.
	 * @return the delay, zero if it counts at once
	 */
	Duration restartDelay();

	/**
	 * The node has said how long the longest lease is that any instance has told it of;
	 * what this one has told it is the least. Before it is used, and now and then.
	 * @param run which run of which server it is
	 * @param longestMillis what it said
	 * @param asked when it was asked, in nanoseconds of this JVM
	 */
	void told(String run, long longestMillis, long asked);

	/**
	 * The node could not be told. What it has said last still stands.
	 * @param reason why, for people
	 */
	void notTold(String reason);

	/**
	 * The node is in use, and has an {@link QuorumNode#identity() identity}.
	 */
	void connected();

	/**
	 * The node cannot be reached.
	 */
	void away();

}
