package io.github.lockstarter.quorum;

import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * What the nodes say when a lock is given up: RELEASED if a majority was ours; FINISHED
 * if it was before; CANCELLED if it cannot have been; FREE or STALE if a majority says
 * so.
 */
final class WithdrawVerdict implements Verdict {

	@Override
	public @Nullable StoreReply on(Votes votes) {
		int majority = votes.majority();
		int released = votes.count(Status.RELEASED);
		int finished = votes.count(Status.FINISHED);
		if (released >= majority) {
			return reply(Status.RELEASED, votes);
		}
		if (votes.count(Status.STALE) >= majority) {
			return reply(Status.STALE, votes);
		}
		if (votes.count(Status.FREE) >= majority) {
			return reply(Status.FREE, votes);
		}
		if (votes.count(Status.CANCELLED) > votes.minority()) {
			return reply(Status.CANCELLED, votes);
		}
		if (released + finished >= majority && released + votes.pending() < majority) {
			return reply(Status.FINISHED, votes);
		}
		return (votes.pending() == 0) ? reply(last(votes), votes) : null;
	}

	/**
	 * No majority says the same. What was given up partly is given up: that it was ours
	 * where nobody answers cannot be denied.
	 */
	private static Status last(Votes votes) {
		if (!votes.isMajority() || votes.count(Status.STALE) > 0) {
			throw votes.unavailable();
		}
		return Stream.of(Status.RELEASED, Status.FINISHED, Status.CANCELLED)
			.filter((status) -> votes.count(status) > 0)
			.findFirst()
			.orElse(Status.FREE);
	}

	private static StoreReply reply(Status status, Votes votes) {
		return new StoreReply(status, votes.replies().findFirst().orElseThrow().time(), 0, 0, 0, 0, "");
	}

}
