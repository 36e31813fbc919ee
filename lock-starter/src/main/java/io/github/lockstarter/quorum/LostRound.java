package io.github.lockstarter.quorum;

import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * What it means that no majority has given the lock.
 */
final class LostRound {

	private final Quorum quorum;

	private final Votes votes;

	private final Grants grants;

	private final Attempt attempt;

	private final Proposal proposal;

	LostRound(Quorum quorum, Votes votes, Grants grants, Attempt attempt, Proposal proposal) {
		this.quorum = quorum;
		this.votes = votes;
		this.grants = grants;
		this.attempt = attempt;
		this.proposal = proposal;
	}

	/**
	 * The answer: WAIT, FINISHED or STALE.
	 * @throws StoreException if there is none
	 */
	StoreReply reply() {
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
		return held();
	}

	/**
	 * Another has it, or nobody. A waiter has a place in each queue then, so that whoever
	 * releases wakes it. Whoever is next asks again when a lease ends, and so do all if
	 * nobody has it.
	 */
	private StoreReply held() {
		boolean waits = this.proposal.waitMillis() > 0;
		if (!isHeldByOne()) {
			return reply(Status.WAIT, this.attempt.backOffMillis(this.quorum.random().getAsDouble()), waits ? 1 : 0);
		}
		long position = this.votes.replies().filter(LostRound::isWait).mapToLong(StoreReply::queue).min().orElse(0);
		return reply(Status.WAIT, this.votes.endOf(this.quorum.majority() - this.grants.count(), LostRound::isWait),
				waits ? Math.max(position, 1) : 0);
	}

	/**
	 * Whether another attempt is known to have a majority. If none is, several may be
	 * asking at once, and each has a part.
	 */
	private boolean isHeldByOne() {
		return this.votes.replies()
			.filter(LostRound::isWait)
			.anyMatch((one) -> this.votes.replies()
				.filter((other) -> isWait(other) && other.holder().equals(one.holder()))
				.count() >= this.quorum.majority());
	}

	private static boolean isWait(StoreReply reply) {
		return reply.status() == Status.WAIT;
	}

	private StoreException restarted() {
		StringBuilder text = new StringBuilder("a master that was started may have forgotten leases");
		this.votes.nodes()
			.filter((node) -> this.votes.is(node, Status.OWNED) && !this.grants.counts(node))
			.forEach((node) -> text.append("; ")
				.append(this.quorum.nodes().get(node).address())
				.append(' ')
				.append(this.grants.objection(node)));
		return new StoreException(Outcome.UNKNOWN, text.toString(), null);
	}

	private StoreReply reply(Status status, long leaseMillis, long queue) {
		ServerTime time = this.votes.replies().map(StoreReply::time).findFirst().orElse(ServerTime.NONE);
		return new StoreReply(status, time, 0, 0, leaseMillis, queue, "");
	}

}
