package io.github.lockstarter.quorum;

import java.util.Comparator;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Who has the lock: whoever a majority names, and the token that most of it name.
 */
final class DescribeVerdict implements Verdict {

	@Override
	public @Nullable StoreReply on(Votes votes) {
		StoreReply holder = votes.replies()
			.filter((reply) -> reply.status() == Status.HELD && count(votes, like(reply)) >= votes.majority())
			.findFirst()
			.orElse(null);
		if (holder != null) {
			return reply(holder, votes);
		}
		if (votes.count(Status.FREE) > votes.minority()) {
			return reply(votes.replies().filter((reply) -> reply.status() == Status.FREE).findFirst().orElseThrow(),
					votes);
		}
		if (votes.pending() > 0) {
			return null;
		}
		if (!votes.isMajority()) {
			throw votes.unavailable();
		}
		return reply(mostLikely(votes), votes);
	}

	/**
	 * The nodes disagree about the token of one holder, or several have a part each.
	 */
	private static StoreReply mostLikely(Votes votes) {
		return votes.replies()
			.filter((reply) -> reply.status() == Status.HELD)
			.max(Comparator.<StoreReply>comparingLong((reply) -> count(votes, ofHolderOf(reply)))
				.thenComparingLong(StoreReply::firstToken))
			.orElseThrow();
	}

	private static Predicate<StoreReply> ofHolderOf(StoreReply reply) {
		return (other) -> other.holder().equals(reply.holder());
	}

	private static Predicate<StoreReply> like(StoreReply reply) {
		return ofHolderOf(reply).and((other) -> other.firstToken() == reply.firstToken());
	}

	private static long count(Votes votes, Predicate<StoreReply> which) {
		return votes.replies().filter(which).count();
	}

	private static StoreReply reply(StoreReply one, Votes votes) {
		long waiters = votes.replies().mapToLong(StoreReply::queue).max().orElse(0);
		return new StoreReply(one.status(), one.time(), one.firstToken(), one.lastToken(),
				votes.leaseOf(votes.majority(), ofHolderOf(one)), waiters, one.holder());
	}

}
