package io.github.lockstarter.quorum;

import java.util.Comparator;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Combines the replies of the nodes to one request into the reply of the quorum.
 */
@FunctionalInterface
interface Verdict {

	// null while undecided; throws StoreException if it cannot be decided any more
	@Nullable StoreReply on(Votes votes);

	// OWNED or LOST. Restarted nodes count, too: while one names the attempt, it grants
	// the lock to no other.
	static @Nullable StoreReply ofRenewal(Votes votes) {
		if (votes.count(Status.OWNED) >= votes.majority()) {
			return answer(Status.OWNED, votes)
				.withLease(votes.leaseOf(votes.majority(), (reply) -> reply.status() == Status.OWNED));
		}
		if (votes.count(Status.LOST) > votes.minority()) {
			return answer(Status.LOST, votes);
		}
		if (votes.pending() == 0) {
			throw votes.unavailable();
		}
		return null;
	}

	// RELEASED if a majority was ours, FINISHED if it was before, CANCELLED if it cannot
	// have been, FREE or STALE if a majority says so.
	static @Nullable StoreReply ofWithdrawal(Votes votes) {
		int majority = votes.majority();
		int released = votes.count(Status.RELEASED);
		int finished = votes.count(Status.FINISHED);
		if (released >= majority) {
			return answer(Status.RELEASED, votes);
		}
		if (votes.count(Status.STALE) >= majority) {
			return answer(Status.STALE, votes);
		}
		if (votes.count(Status.FREE) >= majority) {
			return answer(Status.FREE, votes);
		}
		if (votes.count(Status.CANCELLED) > votes.minority()) {
			return answer(Status.CANCELLED, votes);
		}
		if (released + finished >= majority && released + votes.pending() < majority) {
			return answer(Status.FINISHED, votes);
		}
		return (votes.pending() == 0) ? answer(lastWithdrawal(votes), votes) : null;
	}

	// What was given up partly is given up: silent nodes may have been ours.
	private static Status lastWithdrawal(Votes votes) {
		if (!votes.isMajority() || votes.count(Status.STALE) > 0) {
			throw votes.unavailable();
		}
		return Stream.of(Status.RELEASED, Status.FINISHED, Status.CANCELLED)
			.filter((status) -> votes.count(status) > 0)
			.findFirst()
			.orElse(Status.FREE);
	}

	// A majority names the holder; the token is the one that most of that majority show.
	static @Nullable StoreReply ofDescription(Votes votes) {
		StoreReply holder = votes.replies()
			.filter((reply) -> reply.status() == Status.HELD && votes.count(sameTurn(reply)) >= votes.majority())
			.findFirst()
			.orElse(null);
		if (holder != null) {
			return description(holder, votes);
		}
		if (votes.count(Status.FREE) > votes.minority()) {
			return description(
					votes.replies().filter((reply) -> reply.status() == Status.FREE).findFirst().orElseThrow(), votes);
		}
		return isOpen(votes) ? null : description(mostLikelyHolder(votes), votes);
	}

	// The nodes disagree about the token of one holder, or several attempts have a part
	// each.
	private static StoreReply mostLikelyHolder(Votes votes) {
		return votes.replies()
			.filter((reply) -> reply.status() == Status.HELD)
			.max(Comparator.<StoreReply>comparingInt((reply) -> votes.count(sameHolder(reply)))
				.thenComparingLong(StoreReply::firstToken))
			.orElseThrow();
	}

	private static StoreReply description(StoreReply one, Votes votes) {
		long waiters = votes.replies().mapToLong(StoreReply::queue).max().orElse(0);
		return one.withLease(votes.leaseOf(votes.majority(), sameHolder(one))).withQueue(waiters);
	}

	static @Nullable StoreReply ofTurn(Votes votes) {
		return ofTurn(votes, (owner) -> true);
	}

	// HELD by the attempt of this token, NOT_OWNER, or FREE.
	// The token is the owner's if a majority shows it, or if it is in the largest block
	// that one of them shows: a majority stored the tokens of all turns before, one of
	// its nodes is among these, and its grant to the owner is larger. What a single node
	// shows proves nothing: it may have given a small token to an owner that then used a
	// large one.
	static @Nullable StoreReply ofTurn(Votes votes, long token) {
		return ofTurn(votes, (owner) -> {
			long largest = owner.stream().mapToLong(StoreReply::firstToken).max().orElseThrow();
			List<StoreReply> showing = owner.stream()
				.filter((reply) -> reply.firstToken() <= token && token <= reply.lastToken())
				.toList();
			return showing.size() >= votes.majority()
					|| showing.stream().anyMatch((reply) -> reply.firstToken() == largest);
		});
	}

	private static @Nullable StoreReply ofTurn(Votes votes, Predicate<List<StoreReply>> isMeant) {
		// the replies of a majority that names the same owner, empty if there is none
		List<StoreReply> owner = votes.replies()
			.filter((reply) -> reply.status() == Status.HELD)
			.map((one) -> votes.replies().filter(sameHolder(one)).toList())
			.filter((same) -> same.size() >= votes.majority())
			.findFirst()
			.orElse(List.of());
		if (!owner.isEmpty() && isMeant.test(owner)) {
			return owner.get(0);
		}
		if (votes.count(Status.FREE) > votes.minority()) {
			return answer(Status.FREE, votes);
		}
		if (isOpen(votes)) {
			return null;
		}
		if (owner.isEmpty()) {
			throw new StoreException(Outcome.UNKNOWN, "no majority of the masters names the same owner", null);
		}
		return answer(Status.NOT_OWNER, votes);
	}

	private static Predicate<StoreReply> sameHolder(StoreReply reply) {
		return (other) -> other.status() == Status.HELD && other.holder().equals(reply.holder());
	}

	private static Predicate<StoreReply> sameTurn(StoreReply reply) {
		return sameHolder(reply).and((other) -> other.firstToken() == reply.firstToken());
	}

	// throws if no node is left that could decide
	private static boolean isOpen(Votes votes) {
		if (votes.pending() == 0 && !votes.isMajority()) {
			throw votes.unavailable();
		}
		return votes.pending() > 0;
	}

	private static StoreReply answer(Status status, Votes votes) {
		return StoreReply.of(status, votes.replies().findFirst().orElseThrow().time());
	}

}
