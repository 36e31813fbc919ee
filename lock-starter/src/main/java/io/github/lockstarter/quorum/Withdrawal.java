package io.github.lockstarter.quorum;

import io.github.lockstarter.store.LockStore;

/**
 * Gives up at one node: what it has, and its place in the queue.
 *
 * @param id the attempt; for a forced release {@link #FORCED}, and behind it the owner
 * @param round gives up only what was given to this round or an earlier one
 * @param holdMillis for how long the lock stays taken, by nobody
 * @param placeMillis for how long to take a place in the queue instead, because the
 * attempt goes on; zero if it is over
 * @param leaseMillis the lease that is waited for at that place
 * @param notAfter when it must not take effect any more, in nanoseconds of this JVM
 * @param floor the least token that a waiter is handed, in microseconds of the nodes'
 * clocks; zero if none is handed anything: it is told to ask
 */
public record Withdrawal(String id, long round, long holdMillis, long placeMillis, long leaseMillis, long notAfter,
		long floor) {

	/**
	 * Not by the owner itself. No attempt has such a name.
	 */
	private static final String FORCED = "*";

	/**
	 * The attempt is over.
	 */
	public static final long END = 1L << 52;

	static Withdrawal end(String id, long holdMillis, long notAfter) {
		return new Withdrawal(id, END, holdMillis, 0, 0, notAfter, 0);
	}

	/**
	 * Takes the lock from its owner, and from nobody else.
	 */
	static Withdrawal from(String owner, long notAfter) {
		return end(FORCED + owner, 0, notAfter);
	}

	/**
	 * The same, and who waits is handed the lock at once. Not if the name stays taken.
	 */
	Withdrawal handing(long least) {
		return (this.holdMillis > 0) ? this
				: new Withdrawal(this.id, this.round, 0, this.placeMillis, this.leaseMillis, this.notAfter, least);
	}

	/**
	 * The same some time later, until whenever: who gave up until some time, and does not
	 * know whether it did, gives up anyway. Of a minimum hold less is left. The lock may
	 * be another's elsewhere by then: a waiter is told to ask.
	 */
	Withdrawal after(long millis) {
		return new Withdrawal(this.id, this.round, Math.max(this.holdMillis - millis, 0), this.placeMillis,
				this.leaseMillis, LockStore.NO_LIMIT, 0);
	}

	/**
	 * The same, and the attempt is over meanwhile.
	 */
	Withdrawal withoutPlace() {
		return new Withdrawal(this.id, this.round, this.holdMillis, 0, this.leaseMillis, this.notAfter, this.floor);
	}

	/**
	 * The attempt has no majority and may ask again: other than at its end, it is not
	 * remembered as one that has had the lock.
	 */
	static Withdrawal stepBack(Proposal proposal, long placeMillis) {
		return new Withdrawal(proposal.id(), proposal.round(), 0, placeMillis, proposal.leaseMillis(),
				LockStore.NO_LIMIT, 0);
	}

}
