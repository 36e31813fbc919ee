package io.github.lockstarter;

import java.time.Duration;
import java.util.List;

/**
 * A snapshot of the holders of a lock, as the store saw them.
 *
 * @param name the full lock name
 * @param holder a label of the (first) holder: application name, host and process id, or
 * its client id if no label is known
 * @param fencingToken the fencing token of the (first) holder
 * @param remaining the rest of its lease; with several holders that of the longest
 * @param waiters the number of requests that wait in the store. Beyond 200 also requests
 * that are gone may be counted. Callers that queue inside their own JVM are not counted
 * @param mode {@link LockMode#READ} if the lock is held by readers,
 * {@link LockMode#WRITE} if it is held exclusively or by permits
 * @param holders the holders by fencing token, at most {@value #MOST_HOLDERS}: one for an
 * exclusive lock, more with readers or permits. Readers of one JVM that share a lease
 * count as one
 * @param holderCount the number of all holders
 */
public record LockInfo(String name, String holder, long fencingToken, Duration remaining, int waiters, LockMode mode,
		List<Holder> holders, int holderCount) {

	/**
	 * The largest number of holders that are named.
	 */
	public static final int MOST_HOLDERS = 20;

	public LockInfo {
		holders = List.copyOf(holders);
	}

	/**
	 * Creates a snapshot of a lock that is held exclusively.
	 * @param name the full lock name
	 * @param holder a label of the holder
	 * @param fencingToken its fencing token
	 * @param remaining the rest of its lease
	 * @param waiters the number of requests that wait in the store
	 */
	public LockInfo(String name, String holder, long fencingToken, Duration remaining, int waiters) {
		this(name, holder, fencingToken, remaining, waiters, LockMode.WRITE, List.of(new Holder(holder, fencingToken)),
				1);
	}

	/**
	 * One holder of a lock.
	 *
	 * @param holder its label
	 * @param fencingToken its fencing token, which the readers between two writers share
	 */
	public record Holder(String holder, long fencingToken) {

	}

}
