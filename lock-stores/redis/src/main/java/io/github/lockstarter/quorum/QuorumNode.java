package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;

/**
 * One of the masters. Commands are atomic and return at once; their stage completes on a
 * thread of the node, which must not block, or fails with a {@link StoreException}.
 * Commands are executed in the order of the calls, unless the connection breaks between
 * them.
 */
public interface QuorumNode {

	/**
	 * The address, for messages.
	 * @return such as {@code redis-a:6379}
	 */
	String address();

	/**
	 * The identity of the server on the current connection. The time of each reply names
	 * the {@link io.github.lockstarter.store.ServerTime#clock() server} that sent it.
	 * @return the id of this run of the server, empty while there is no connection
	 */
	String identity();

	/**
	 * Why the node cannot be part of a quorum, as the rest of a sentence about it.
	 * @return such as "is a replica"; null if it can, or has not answered yet
	 */
	@Nullable String flaw();

	/**
	 * Requests a lease.
	 * @param name the lock name
	 * @param proposal the request
	 * @return either OWNED with the token of this grant, WAIT with the attempt that has
	 * the lock, FINISHED or STALE
	 */
	CompletionStage<StoreReply> propose(String name, Proposal proposal);

	/**
	 * Stores a token if the attempt has the lock with a token that is not larger, so that
	 * every later grant has a larger one. The grant then belongs to the round that asks:
	 * withdrawing an earlier round leaves it alone, even if the node never received this
	 * round's request.
	 * @param name the lock name
	 * @param proposal the request that led to the token
	 * @param token the token
	 * @return either OWNED with that token, or with the larger one that the attempt has;
	 * or LOST
	 */
	CompletionStage<StoreReply> raise(String name, Proposal proposal, long token);

	/**
	 * Gives up a grant. If the lock becomes free, the next waiter that can be reached is
	 * handed the vote of this node by a notification, or is notified to ask.
	 * @param name the lock name
	 * @param withdrawal what is given up
	 * @return either RELEASED; FINISHED if it was released before; CANCELLED if the
	 * attempt did not have the lock; FREE if no attempt had it; or STALE
	 */
	CompletionStage<StoreReply> withdraw(String name, Withdrawal withdrawal);

	/**
	 * Extends leases, each for itself, and never shortens one.
	 * @param renewals what to renew
	 * @return the answers, each one of OWNED or LOST
	 */
	List<CompletionStage<StoreReply>> renew(List<Renewal> renewals);

	/**
	 * Reads which attempt has the lock here.
	 * @param name the lock name
	 * @return either HELD with the attempt as the holder, or FREE
	 */
	CompletionStage<StoreReply> describe(String name);

	/**
	 * The label of a client, for messages.
	 * @param clientId the client
	 * @return its label; the client id if it has none here
	 */
	CompletionStage<String> label(String clientId);

	/**
	 * The clock of the node, as far as it is known.
	 * @param nanos a moment of this JVM
	 * @return microseconds, zero while the time is unknown
	 */
	long serverMicros(long nanos);

	/**
	 * The start of the server that has answered last.
	 * @return its start
	 */
	Start started();

	/**
	 * The state of the connections of this instance.
	 * @return the state, unknown before the start
	 */
	default StoreState state() {
		return StoreState.UNKNOWN;
	}

	/**
	 * Whether notifications of this node reach this instance.
	 * @return whether the subscription stands
	 */
	boolean isPushAvailable();

	/**
	 * Renews the subscription.
	 */
	void resubscribe();

	/**
	 * Connects, and keeps trying until it is stopped.
	 * @param clientId the identity of this instance
	 * @param listener receives the notifications
	 * @param seat its place in the quorum
	 * @return completes when the first connection stands or has failed
	 */
	CompletionStage<?> start(String clientId, LockStore.Listener listener, Seat seat);

	/**
	 * Disconnects. Stages that are not complete fail.
	 */
	void stop();

	/**
	 * Whether a text of this node names the property to change.
	 * @param said the text
	 * @return whether it does
	 */
	default boolean namesProperty(String said) {
		return false;
	}

	/**
	 * The place of one node in its quorum: receives what the node reports, and knows what
	 * to report to it. Any thread may call.
	 */
	interface Seat {

		/**
		 * The longest lease, or minimum hold, that this instance uses.
		 * @return milliseconds, reported to each node on each connection
		 */
		long ownLongestMillis();

		/**
		 * The longest lease that this instance uses or has heard of, for a restarted
		 * node, which may have forgotten what it knew.
		 * @return milliseconds
		 */
		long longestMillis();

		/**
		 * For how long a node does not count after its start, as far as is known.
		 * @return the delay, zero if it counts at once
		 */
		Duration restartDelay();

		/**
		 * The node has reported the longest lease that any instance has reported to it,
		 * at least that of this one. Called before the node is used, and from time to
		 * time.
		 * @param run which run of which server it is
		 * @param longestMillis the longest lease
		 * @param asked when it was asked, in nanoseconds of this JVM
		 */
		void told(String run, long longestMillis, long asked);

		/**
		 * The report to the node failed. Its own last report stands.
		 * @param reason the reason, for messages
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

	/**
	 * When a node was started; it may have forgotten what it granted before.
	 *
	 * @param nanos by the monotonic clock of this JVM, not before the start
	 * @param serverMillis by the clock of the node, not before the start
	 */
	record Start(long nanos, long serverMillis) {

	}

}
