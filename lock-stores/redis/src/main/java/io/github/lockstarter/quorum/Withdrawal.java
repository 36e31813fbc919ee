package io.github.lockstarter.quorum;

import io.github.lockstarter.store.LockStore;

/**
 * Gives up what an attempt has at one node, and its place in the queue.
 *
 * @param id the attempt; for a forced release {@code *} and the owner
 * @param round gives up only what was granted to this round or an earlier one
 * @param holdMillis for how long the name stays locked, without an owner
 * @param placeMillis for how long to queue instead, because the attempt continues; zero
 * if it has ended
 * @param leaseMillis the lease to wait for in that place
 * @param notAfter when the command expires, in nanoseconds of this JVM
 * @param floor the least token for the next waiter, in microseconds of the nodes' clocks;
 * zero if the waiter is not handed the lock but notified to ask
 */
public record Withdrawal(String id, long round, long holdMillis, long placeMillis, long leaseMillis, long notAfter,
		long floor) {

	// A forced release, not by the owner. No attempt has such an id.
	private static final String FORCED = "*";

	/**
	 * The round of a withdrawal that ends the attempt: it is larger than any other.
	 */
	public static final long END = 1L << 52;

	static Withdrawal end(String id, long holdMillis, long notAfter) {
		return new Withdrawal(id, END, holdMillis, 0, 0, notAfter, 0);
	}

	static Withdrawal from(String owner, long notAfter) {
		return end(FORCED + owner, 0, notAfter);
	}

	// Hands the lock to the next waiter at once, unless the name stays locked.
	Withdrawal handing(long least) {
		return (this.holdMillis > 0) ? this
				: new Withdrawal(this.id, this.round, 0, this.placeMillis, this.leaseMillis, this.notAfter, least);
	}

	// A repetition: it does not expire, less of the minimum hold is left, and the next
	// waiter is only notified, because the lock may be another's elsewhere by then.
	Withdrawal after(long millis) {
		return new Withdrawal(this.id, this.round, Math.max(this.holdMillis - millis, 0), this.placeMillis,
				this.leaseMillis, LockStore.NO_LIMIT, 0);
	}

	Withdrawal withoutPlace() {
		return new Withdrawal(this.id, this.round, this.holdMillis, 0, this.leaseMillis, this.notAfter, this.floor);
	}

	// The attempt has no majority and may ask again; unlike after its end, the node does
	// not remember that it had the lock.
	static Withdrawal stepBack(Proposal proposal, long placeMillis) {
		return new Withdrawal(proposal.id(), proposal.round(), 0, placeMillis, proposal.leaseMillis(),
				LockStore.NO_LIMIT, 0);
	}

}
