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
 * The replies of the nodes to one request, for one thread at a time; a reply is a vote if
 * it names a server that no other node is.
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

	@Nullable StoreReply reply(int node) {
		return this.replies[node];
	}

	@Nullable StoreReply vote(int node) {
		return (this.objections[node] == null) ? this.replies[node] : null;
	}

	// the rest of a sentence about the node
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
			return "did not report its server identity";
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

	boolean is(int node, Status status) {
		StoreReply reply = this.replies[node];
		return reply != null && reply.status() == status;
	}

	// Its answer was lost, so it may have executed the request; a node that is only
	// silent does not count.
	boolean isUnknown(int node) {
		StoreException failure = this.failures[node];
		return failure != null && failure.getOutcome() == Outcome.UNKNOWN && !this.silent.get(node);
	}

	boolean isPending(int node) {
		return this.replies[node] == null && this.failures[node] == null;
	}

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

	int minority() {
		return this.quorum.size() - this.quorum.majority();
	}

	boolean isMajority() {
		return answered() >= this.quorum.majority();
	}

	// A reply that comes later counts again.
	void silence() {
		pendingNodes().forEach((node) -> {
			this.failures[node] = new StoreException(Outcome.UNKNOWN, this.quorum.silentWhileMostAnswer(node), null);
			this.silent.set(node);
		});
	}

	IntStream nodes() {
		return IntStream.range(0, this.replies.length);
	}

	long leaseOf(int many, Predicate<StoreReply> which) {
		long[] left = leases(which).toArray();
		return (left.length == 0) ? 0 : left[Math.max(left.length - many, 0)];
	}

	long endOf(int many, Predicate<StoreReply> which) {
		long[] left = leases(which).toArray();
		return (left.length == 0) ? 0 : left[Math.min(Math.max(many, 1), left.length) - 1];
	}

	private LongStream leases(Predicate<StoreReply> which) {
		return replies().filter(which).mapToLong(StoreReply::leaseMillis).sorted();
	}

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
