package io.github.lockstarter.quorum;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Whether a majority names the attempt as owner: OWNED or LOST. Those that were started
 * lately count: while one names it, it gives the lock to nobody else.
 */
final class RenewVerdict implements Verdict {

	@Override
	public @Nullable StoreReply on(Votes votes) {
		if (votes.count(Status.OWNED) >= votes.majority()) {
			return reply(Status.OWNED, votes.leaseOf(votes.majority(), (reply) -> reply.status() == Status.OWNED),
					votes);
		}
		if (votes.count(Status.LOST) > votes.minority()) {
			return reply(Status.LOST, 0, votes);
		}
		if (votes.pending() == 0) {
			throw votes.unavailable();
		}
		return null;
	}

	private static StoreReply reply(Status status, long leaseMillis, Votes votes) {
		return new StoreReply(status, votes.replies().findFirst().orElseThrow().time(), 0, 0, leaseMillis, 0, "");
	}

}
