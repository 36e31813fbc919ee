package io.github.lockstarter;

import java.time.Duration;
import java.util.List;

/**
 * Who holds a lock, as the store saw it when it was asked.
 *
 * @param name the full lock name
 * @param holder a label of the holder: application name, host and process id, or its
 * client id where no label is known. Of several the first one
 * @param fencingToken the fencing token of the holder, of several that of the first one
 * @param remaining what was left of its lease, of several of the longest
 * @param waiters how many requests were waiting in the store; of more than 200 those
 * behind are not looked at, and count also if they have gone. Callers that queue inside
 * their own JVM are not counted
 * @param mode {@link LockMode#READ} where at least one reads; {@link LockMode#WRITE} for
 * one alone, and for permits
 * @param holders who holds it, by their fencing tokens, at most {@value #MOST_HOLDERS}:
 * one for a lock that one holds alone; more where they read, or have permits. Readers of
 * one JVM that have it together are one
 * @param holderCount how many hold it, those not named among them
 */
public record LockInfo(String name, String holder, long fencingToken, Duration remaining, int waiters, LockMode mode,
		List<Holder> holders, int holderCount) {

	/**
	 * How many holders are named.
	 */
	public static final int MOST_HOLDERS = 20;

	/**
	 * Creates the description.
	 */
	public LockInfo {
		holders = List.copyOf(holders);
	}

	/**
	 * A lock that one holds alone.
	 * @param name the full lock name
	 * @param holder a label of the holder
	 * @param fencingToken its fencing token
	 * @param remaining what was left of its lease
	 * @param waiters how many requests were waiting in the store
	 */
	public LockInfo(String name, String holder, long fencingToken, Duration remaining, int waiters) {
		this(name, holder, fencingToken, remaining, waiters, LockMode.WRITE, List.of(new Holder(holder, fencingToken)),
				1);
	}

	/**
	 * One of those who hold a lock.
	 *
	 * @param holder its label
	 * @param fencingToken its fencing token: that of all readers of one phase, or that of
	 * this holder alone
	 */
	public record Holder(String holder, long fencingToken) {

	}

}
