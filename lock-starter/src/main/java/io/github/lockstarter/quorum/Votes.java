package io.github.lockstarter.quorum;

import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * What the nodes said to one question. A reply is a vote if it says which server it is
 * from, and no other node is that server: an address would not tell. That is looked at
 * when a node has answered, and not each time votes are counted. Not for several threads
 * at once.
 */
final class Votes {

	private static final String SAME = "is the same server as ";

	private final Quorum quorum;

	private final @Nullable StoreReply[] replies;

	private final @Nullable StoreException[] failures;

	private final @Nullable String[] objections;

	private final BitSet silent = new BitSet();

	Votes(Quorum quorum) {
		this.quorum = quorum;
		this.replies = new StoreReply[quorum.size()];
		this.failures = new StoreException[quorum.size()];
		this.objections = new String[quorum.size()];
	}

	void set(int node, @Nullable StoreReply reply, @Nullable StoreException failure) {
		this.replies[node] = reply;
		this.failures[node] = failure;
		this.silent.clear(node);
		nodes().forEach((each) -> this.objections[each] = objectionTo(each));
	}

	/**
	 * What a node said, whether it has a vote or not.
	 */
	@Nullable StoreReply reply(int node) {
		return this.replies[node];
	}

	/**
	 * What a node said that has a vote.
	 */
	@Nullable StoreReply vote(int node) {
		return (this.objections[node] == null) ? this.replies[node] : null;
	}

	/**
	 * Why a node that said something has no vote, as the rest of a sentence about it.
	 */
	@Nullable String objection(int node) {
		return this.objections[node];
	}

	private @Nullable String objectionTo(int node) {
		StoreReply reply = this.replies[node];
		if (reply == null) {
			return null;
		}
		String server = reply.time().clock();
		if (server.isEmpty()) {
			return "does not say which server it is";
		}
		for (int other = 0; other < this.replies.length; other++) {
			StoreReply said = this.replies[other];
			if (other != node && said != null && said.time().clock().equals(server)) {
				return SAME + this.quorum.nodes().get(other).address();
			}
		}
		QuorumNode same = this.quorum.known().sameServer(node, server);
		return (same != null) ? SAME + same.address() : null;
	}

	/**
	 * Whether a node said that, whether it has a vote or not.
	 */
	boolean is(int node, Status status) {
		StoreReply reply = this.replies[node];
		return reply != null && reply.status() == status;
	}

	/**
	 * Whether it may have done what it was asked: its answer was lost. Not so while it is
	 * only silent.
	 */
	boolean isUnknown(int node) {
		StoreException failure = this.failures[node];
		return failure != null && failure.getOutcome() == Outcome.UNKNOWN && !this.silent.get(node);
	}

	boolean isPending(int node) {
		return this.replies[node] == null && this.failures[node] == null;
	}

	/**
	 * The votes.
	 */
	Stream<StoreReply> replies() {
		return nodes().mapToObj(this::vote).filter(Objects::nonNull);
	}

	int count(Status status) {
		return count((reply) -> reply.status() == status);
	}

	int count(Predicate<StoreReply> which) {
		return (int) replies().filter(which).count();
	}

	int answered() {
		return (int) replies().count();
	}

	int pending() {
		return (int) pendingNodes().count();
	}

	IntStream pendingNodes() {
		return nodes().filter(this::isPending);
	}

	int majority() {
		return this.quorum.majority();
	}

	/**
	 * How many may be missing.
	 */
	int minority() {
		return this.quorum.size() - this.quorum.majority();
	}

	/**
	 * Whether most have answered.
	 */
	boolean isMajority() {
		return answered() >= this.quorum.majority();
	}

	/**
	 * Who has not answered yet is waited for no more; what it says later counts again.
	 */
	void silence() {
		pendingNodes().forEach((node) -> {
			this.failures[node] = new StoreException(Outcome.UNKNOWN, this.quorum.silentWhileMostAnswer(node), null);
			this.silent.set(node);
		});
	}

	IntStream nodes() {
		return IntStream.range(0, this.replies.length);
	}

	/**
	 * What is left of the lease in so many of the replies at least.
	 */
	long leaseOf(int many, Predicate<StoreReply> which) {
		long[] left = leases(which).toArray();
		return (left.length == 0) ? 0 : left[Math.max(left.length - many, 0)];
	}

	/**
	 * After how long so many of the leases have ended.
	 */
	long endOf(int many, Predicate<StoreReply> which) {
		long[] left = leases(which).toArray();
		return (left.length == 0) ? 0 : left[Math.min(Math.max(many, 1), left.length) - 1];
	}

	private LongStream leases(Predicate<StoreReply> which) {
		return replies().filter(which).mapToLong(StoreReply::leaseMillis).sorted();
	}

	/**
	 * There is no majority of answers.
	 */
	StoreException unavailable() {
		List<String> reasons = nodes().mapToObj(this::reason).filter(Objects::nonNull).toList();
		String message = this.quorum.noAnswer(reasons);
		Outcome outcome = outcome();
		return (failed(StoreException::isPermanent) > minority()) ? StoreException.refusedConnection(outcome, message)
				: new StoreException(outcome, message, null);
	}

	private @Nullable String reason(int node) {
		StoreException failure = this.failures[node];
		String objection = objection(node);
		return (failure != null) ? this.quorum.trouble(node, failure)
				: (objection != null) ? this.quorum.nodes().get(node).address() + " " + objection : null;
	}

	private Outcome outcome() {
		if (failed(Outcome.REJECTED) > minority()) {
			return Outcome.REJECTED;
		}
		return (failed(Outcome.NOT_SENT) == this.quorum.size()) ? Outcome.NOT_SENT : Outcome.UNKNOWN;
	}

	private int failed(Outcome outcome) {
		return failed((failure) -> failure.getOutcome() == outcome);
	}

	private int failed(Predicate<StoreException> which) {
		return (int) Arrays.stream(this.failures).filter((failure) -> failure != null && which.test(failure)).count();
	}

}
