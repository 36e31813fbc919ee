package io.github.lockstarter.quorum;

import java.util.List;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Whether a token is one of the turn that has the lock: HELD by that attempt; NOT_OWNER
 * if another has it; FREE if nobody has.
 *
 * <p>
 * The owner is whom a majority names. The token is its own if a majority shows it, or if
 * it is of the largest block that one of them shows. No turn before had it: that was
 * stored by a majority, one node of which is among these, and what that gave to the owner
 * is larger. What a single node shows proves nothing, for it may have given a small token
 * to an owner who then used a large one.
 */
final class TurnVerdict implements Verdict {

	private static final long ANY = -1;

	private final long token;

	TurnVerdict(long token) {
		this.token = token;
	}

	/**
	 * Whoever has the lock, with whatever token.
	 */
	static TurnVerdict ofAny() {
		return new TurnVerdict(ANY);
	}

	@Override
	public @Nullable StoreReply on(Votes votes) {
		List<StoreReply> owner = owner(votes);
		if (!owner.isEmpty() && isOf(owner, votes.majority())) {
			return owner.get(0);
		}
		if (votes.count(Status.FREE) > votes.minority()) {
			return answer(Status.FREE, votes);
		}
		if (votes.pending() > 0) {
			return null;
		}
		if (!votes.isMajority()) {
			throw votes.unavailable();
		}
		if (owner.isEmpty()) {
			throw new StoreException(Outcome.UNKNOWN, "no majority of the masters names the same owner", null);
		}
		return answer(Status.NOT_OWNER, votes);
	}

	/**
	 * What a majority says that names the same owner, nothing if there is none.
	 */
	private static List<StoreReply> owner(Votes votes) {
		return votes.replies()
			.filter((reply) -> reply.status() == Status.HELD)
			.map((one) -> votes.replies()
				.filter((other) -> other.status() == Status.HELD && other.holder().equals(one.holder()))
				.toList())
			.filter((same) -> same.size() >= votes.majority())
			.findFirst()
			.orElse(List.of());
	}

	private boolean isOf(List<StoreReply> owner, int majority) {
		if (this.token == ANY) {
			return true;
		}
		long largest = owner.stream().mapToLong(StoreReply::firstToken).max().orElseThrow();
		List<StoreReply> showing = owner.stream()
			.filter((reply) -> reply.firstToken() <= this.token && this.token <= reply.lastToken())
			.toList();
		return showing.size() >= majority || showing.stream().anyMatch((reply) -> reply.firstToken() == largest);
	}

	private static StoreReply answer(Status status, Votes votes) {
		return new StoreReply(status, votes.replies().findFirst().orElseThrow().time(), 0, 0, 0, 0, "");
	}

}
