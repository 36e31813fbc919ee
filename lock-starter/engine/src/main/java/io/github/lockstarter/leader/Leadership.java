package io.github.lockstarter.leader;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;

import io.github.lockstarter.LockUnavailableException;

/**
 * The part of this application instance in an election: a candidate, or the leader. All
 * methods may be called from any thread, also from the {@link LeaderListener}.
 */
public interface Leadership extends AutoCloseable {

	/**
	 * Returns the name of the leadership, which is also that of its lock.
	 * @return the full lock name, without the configured key prefix
	 */
	String name();

	/**
	 * Returns for how long a leader that has crashed keeps the others waiting.
	 * @return the length of the lease, which is renewed after a third of it
	 */
	Duration leaseTime();

	/**
	 * Returns whether this instance is the leader. It asks no store: false as soon as the
	 * lease has ended by the clocks of this JVM, and before
	 * {@link LeaderListener#revoked} is called.
	 * @return whether this instance may work as the leader
	 */
	boolean isLeader();

	/**
	 * Returns the fencing token of this leader, which is larger than that of every
	 * earlier leader.
	 * @return the token, from {@code granted} until {@code revoked} has returned
	 */
	OptionalLong fencingToken();

	/**
	 * Asks the store for the current leader, and blocks for its answer; for people, not
	 * for decisions.
	 * @return the label of the instance that leads, or empty if none does
	 * @throws LockUnavailableException if the store cannot be asked
	 */
	Optional<String> leader();

	/**
	 * Gives the leadership up and queues again, behind the other candidates. Does nothing
	 * if this instance is not the leader. Returns at once; {@code revoked} is called on
	 * the thread of the leadership. Inside a transaction this happens when the
	 * transaction has completed, as with the release of a lock.
	 */
	void yield();

	/**
	 * Leaves the election. A leader is revoked first; this waits until its listener has
	 * returned and the lock is released, for at most
	 * {@code distributed-lock.shutdown-timeout}. Does not wait on the thread of the
	 * listener, nor inside a transaction: then it leaves when the listener has returned,
	 * or the transaction has completed. Idempotent; never throws.
	 */
	@Override
	void close();

}
