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
 * thread of the node, which must not be blocked, or fails with a {@link StoreException}.
 * Commands that are given one after the other are executed in that order, unless the
 * connection breaks between them.
 */
public interface QuorumNode {

	/**
	 * Where it is, for people.
	 * @return such as {@code redis-a:6379}
	 */
	String address();

	/**
	 * Which server it is now, by what the server has said on the connection that stands.
	 * The time in each reply is {@link io.github.lockstarter.store.ServerTime#clock() of}
	 * the server that has given it.
	 * @return the id of this run of it, empty while there is no connection
	 */
	String identity();

	/**
	 * Why it cannot be one of a quorum, as the rest of a sentence about it.
	 * @return such as "is a replica", or null if it can, or has not answered yet
	 */
	@Nullable String flaw();

	/**
	 * Asks for a lease.
	 * @param name the lock name
	 * @param proposal what is asked for
	 * @return either OWNED with the token of this grant; WAIT with the attempt that has
	 * it; or FINISHED or STALE
	 */
	CompletionStage<StoreReply> propose(String name, Proposal proposal);

	/**
	 * Stores a token, so that every later grant has a larger one, if the attempt has the
	 * lock with a token that is not larger. What it has belongs to the round that asks:
	 * what an earlier one gives up is not that, even if its question never came.
	 * @param name the lock name
	 * @param proposal what was asked for
	 * @param token the token
	 * @return either OWNED with that token, or with the larger one that the attempt has;
	 * or LOST
	 */
	CompletionStage<StoreReply> raise(String name, Proposal proposal, long token);

	/**
	 * Gives up. If the lock is free then, the next waiter that can be reached is handed
	 * the vote of this node, by a message that grants, or is told to ask.
	 * @param name the lock name
	 * @param withdrawal what is given up
	 * @return one of RELEASED; FINISHED if that was so before; CANCELLED if the attempt
	 * did not have the lock; FREE if nobody had; STALE
	 */
	CompletionStage<StoreReply> withdraw(String name, Withdrawal withdrawal);

	/**
	 * Makes leases longer, never shorter, each for itself.
	 * @param renewals what to renew
	 * @return the answers, each one of OWNED or LOST
	 */
	List<CompletionStage<StoreReply>> renew(List<Renewal> renewals);

	/**
	 * Says who has the lock here.
	 * @param name the lock name
	 * @return either HELD with the attempt as the holder, or FREE
	 */
	CompletionStage<StoreReply> describe(String name);

	/**
	 * Who a client is, for people.
	 * @param clientId the client
	 * @return its label; the client id if it has none here
	 */
	CompletionStage<String> label(String clientId);

	/**
	 * The clock of the node, as far as is known.
	 * @param nanos a moment of this JVM
	 * @return microseconds, zero while nothing is known
	 */
	long serverMicros(long nanos);

	/**
	 * When the node was started that has answered last.
	 * @return its start
	 */
	Start started();

	/**
	 * Whether it can be reached, by what this instance knows.
	 * @return the state, unknown while it is not started
	 */
	default StoreState state() {
		return StoreState.UNKNOWN;
	}

	/**
	 * Whether its messages reach this instance.
	 * @return whether the subscription stands
	 */
	boolean isPushAvailable();

	/**
	 * Renews the subscription.
	 */
	void resubscribe();

	/**
	 * Connects, and goes on trying until it is stopped.
	 * @param clientId the identity of this instance
	 * @param listener who is told
	 * @param seat its place in the quorum
	 * @return completes when its first connection stands or has failed
	 */
	CompletionStage<?> start(String clientId, LockStore.Listener listener, Seat seat);

	/**
	 * Disconnects. Stages that are not complete fail.
	 */
	void stop();

	/**
	 * Whether what a node has said about itself names the property that is wrong.
	 * @param said what was said
	 * @return whether a person knows what to change
	 */
	default boolean namesProperty(String said) {
		return false;
	}

	/**
	 * The place of one node in its quorum: what the node says of itself there, and what
	 * it is to be told. Any thread may call.
	 */
	interface Seat {

		/**
		 * The longest lease, or minimum hold, that this instance asks for.
		 * @return what each node is told on each connection, in milliseconds
		 */
		long ownLongestMillis();

		/**
		 * The longest lease that this instance asks for or has heard of: what a node is
		 * told that has restarted, for it may have forgotten who told it before.
		 * @return milliseconds
		 */
		long longestMillis();

		/**
		 * For how long a node does not count after its start, as far as is known.
		 * @return the delay, zero if it counts at once
		 */
		Duration restartDelay();

		/**
		 * The node has said how long the longest lease is that any instance has told it
		 * of; what this one has told it is the least. Before it is used, and now and
		 * then.
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

	/**
	 * When a node was started: what it gave before, it may have forgotten.
	 *
	 * @param nanos by the monotonic clock of this JVM, not before the start
	 * @param serverMillis by the clock of the node, not before the start
	 */
	record Start(long nanos, long serverMillis) {

	}

}
