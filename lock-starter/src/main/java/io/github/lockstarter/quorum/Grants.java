package io.github.lockstarter.quorum;

import java.util.stream.Stream;

import io.github.lockstarter.store.LeaseMargins;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * What one question for a lock was given, what of that counts, and what it means if that
 * is no majority. Guarded by the mutex of the attempt.
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
	private boolean counts(int node) {
		StoreReply reply = this.votes.vote(node);
		return reply != null && reply.status() == Status.OWNED
				&& this.quorum.known().counts(node, reply.time().clock(), this.asked);
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
		return StoreReply.of(Status.OWNED, one.time())
			.withTokens(one.firstToken(), one.lastToken())
			.withLease(this.votes.leaseOf(this.quorum.majority(), (reply) -> isOf(reply, token)));
	}

	/**
	 * Whether a node has as much of a lease as whoever was given it by this question, by
	 * two clocks that drift.
	 * @param leaseMillis what was asked for
	 */
	boolean isWhole(StoreReply reply, long leaseMillis) {
		long passed = (this.quorum.clock().nanoTime() - this.asked) / 1_000_000;
		return reply.status() != Status.OWNED || reply.leaseMillis() + passed + LeaseMargins.driftMillis(passed)
				+ LeaseMargins.ROUNDING_MILLIS >= leaseMillis;
	}

	private Stream<StoreReply> owned() {
		return this.votes.replies().filter((reply) -> reply.status() == Status.OWNED);
	}

	private static boolean isOf(StoreReply reply, long token) {
		return reply.status() == Status.OWNED && reply.firstToken() == token;
	}

	/**
	 * What it means that no majority has given the lock: WAIT, FINISHED or STALE.
	 * @throws StoreException if there is no answer
	 */
	StoreReply refusal(QuorumAttempt attempt, Proposal proposal) {
		int owned = this.votes.count(Status.OWNED);
		int stale = this.votes.count(Status.STALE);
		if (this.votes.count(Status.FINISHED) > 0) {
			return reply(Status.FINISHED, 0, 0);
		}
		if (stale > 0 && stale + owned >= this.quorum.majority()) {
			return reply(Status.STALE, 0, 0);
		}
		if (!this.votes.isMajority()) {
			throw this.votes.unavailable();
		}
		if (owned >= this.quorum.majority() || this.votes.count(Status.WAIT) == 0) {
			throw restarted();
		}
		return held(attempt, proposal);
	}

	/**
	 * Another has it, or nobody. A waiter has a place in each queue then, so that whoever
	 * releases wakes it. Whoever is next asks again when a lease ends, and so do all if
	 * nobody has it.
	 */
	private StoreReply held(QuorumAttempt attempt, Proposal proposal) {
		boolean waits = proposal.waitMillis() > 0;
		if (!isHeldByOne()) {
			return reply(Status.WAIT, attempt.backOffMillis(this.quorum.random().getAsDouble()), waits ? 1 : 0);
		}
		long position = this.votes.replies().filter(Grants::isWait).mapToLong(StoreReply::queue).min().orElse(0);
		return reply(Status.WAIT, this.votes.endOf(this.quorum.majority() - count(), Grants::isWait),
				waits ? Math.max(position, 1) : 0);
	}

	/**
	 * Whether another attempt is known to have a majority. If none is, several may be
	 * asking at once, and each has a part.
	 */
	private boolean isHeldByOne() {
		return this.votes.replies()
			.filter(Grants::isWait)
			.anyMatch((one) -> this.votes
				.count((other) -> isWait(other) && other.holder().equals(one.holder())) >= this.quorum.majority());
	}

	private static boolean isWait(StoreReply reply) {
		return reply.status() == Status.WAIT;
	}

	private StoreException restarted() {
		StringBuilder text = new StringBuilder("a master that was started may have forgotten leases");
		this.votes.nodes()
			.filter((node) -> this.votes.is(node, Status.OWNED) && !counts(node))
			.forEach((node) -> text.append("; ")
				.append(this.quorum.nodes().get(node).address())
				.append(' ')
				.append(objection(node)));
		return new StoreException(Outcome.UNKNOWN, text.toString(), null);
	}

	/**
	 * Why the grant of a node does not count, as the rest of a sentence about the node.
	 */
	private String objection(int node) {
		String objection = this.votes.objection(node);
		StoreReply reply = this.votes.reply(node);
		if (objection == null && reply != null) {
			objection = this.quorum.known().objection(node, reply.time().clock(), this.asked);
		}
		return (objection != null) ? objection : "counts for the next question";
	}

	private StoreReply reply(Status status, long leaseMillis, long queue) {
		ServerTime time = this.votes.replies().map(StoreReply::time).findFirst().orElse(ServerTime.NONE);
		return StoreReply.of(status, time).withLease(leaseMillis).withQueue(queue);
	}

}
