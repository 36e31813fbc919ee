package io.github.lockstarter.quorum;

import java.util.stream.Stream;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * What one question for a lock was given, and what of that counts. Guarded by the mutex
 * of the attempt.
 */
final class Grants {

	private final Quorum quorum;

	private final Votes votes;

	private final long asked;

	/**
	 * Creates the view on some votes.
	 * @param quorum the nodes
	 * @param votes what they said
	 * @param asked when they were asked, in nanoseconds of this JVM
	 */
	Grants(Quorum quorum, Votes votes, long asked) {
		this.quorum = quorum;
		this.votes = votes;
		this.asked = asked;
	}

	/**
	 * How many nodes have given the lock and may do that.
	 */
	int count() {
		return (int) this.votes.nodes().filter(this::counts).count();
	}

	/**
	 * Whether a node has given the lock and may do that.
	 */
	boolean counts(int node) {
		StoreReply reply = this.votes.vote(node);
		return reply != null && reply.status() == Status.OWNED
				&& this.quorum.known().counts(node, reply.time().clock(), this.asked);
	}

	/**
	 * Why the grant of a node does not count, as the rest of a sentence about the node.
	 */
	String objection(int node) {
		String objection = this.votes.objection(node);
		StoreReply reply = this.votes.reply(node);
		if (objection == null && reply != null) {
			objection = this.quorum.known().objection(node, reply.time().clock(), this.asked);
		}
		return (objection != null) ? objection : "counts for the next question";
	}

	/**
	 * The largest token of all grants, whether they count or not.
	 */
	long largestToken() {
		return owned().mapToLong(StoreReply::firstToken).max().orElse(0);
	}

	/**
	 * How many nodes have stored a token.
	 */
	int stored(long token) {
		return (int) this.votes.nodes().filter((node) -> isStored(node, token)).count();
	}

	/**
	 * Whether a node has stored a token, and that counts.
	 */
	boolean isStored(int node, long token) {
		StoreReply reply = this.votes.vote(node);
		return reply != null && isOf(reply, token)
				&& this.quorum.known().counts(node, reply.time().clock(), this.asked, token);
	}

	/**
	 * The grant of a majority, with what a majority has left of the lease.
	 */
	StoreReply of(long token) {
		StoreReply one = owned().filter((reply) -> isOf(reply, token)).findFirst().orElseThrow();
		return new StoreReply(Status.OWNED, one.time(), one.firstToken(), one.lastToken(),
				this.votes.leaseOf(this.quorum.majority(), (reply) -> isOf(reply, token)), 0, "");
	}

	private Stream<StoreReply> owned() {
		return this.votes.replies().filter((reply) -> reply.status() == Status.OWNED);
	}

	private static boolean isOf(StoreReply reply, long token) {
		return reply.status() == Status.OWNED && reply.firstToken() == token;
	}

}
