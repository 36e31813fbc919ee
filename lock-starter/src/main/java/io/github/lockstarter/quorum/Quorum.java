package io.github.lockstarter.quorum;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.DoubleSupplier;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.InvalidLockSettingException;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.store.StoreState.Link;
import io.github.lockstarter.text.DurationText;

/**
 * The nodes, and what counts as their answer.
 *
 * @param nodes the masters
 * @param known what they have said of themselves
 * @param silences for how long each of them has said nothing
 * @param terms the times
 * @param clock the clocks of this JVM
 * @param random draws from 0 to 1
 * @param rounds numbers the questions of this JVM
 */
record Quorum(List<QuorumNode> nodes, KnownNodes known, List<Silence> silences, QuorumTerms terms, LockClock clock,
		DoubleSupplier random, AtomicLong rounds) {

	// Any odd number would do; of more than five each lock asks too many.
	private static final Set<Integer> SIZES = Set.of(3, 5);

	// More than a master is late that does something else for a moment; a waiter does not
	// notice it.
	static final long LEAST_PATIENCE_MILLIS = 10;

	/**
	 * A quorum that is not connected.
	 * @throws InvalidLockSettingException if it cannot be of so many nodes
	 */
	static Quorum of(List<? extends QuorumNode> nodes, QuorumTerms terms, LockClock clock, DoubleSupplier random) {
		if (!SIZES.contains(nodes.size())) {
			throw new InvalidLockSettingException("redis.quorum.nodes", addresses(nodes),
					"must be three or five masters"
							+ ((nodes.size() % 2 == 0) ? ": of an even number no more may fail than of one less" : ""));
		}
		List<QuorumNode> all = List.copyOf(nodes);
		return new Quorum(all, new KnownNodes(all, terms, clock), nodes.stream().map((node) -> new Silence()).toList(),
				terms, clock, random, new AtomicLong());
	}

	int size() {
		return this.nodes.size();
	}

	int majority() {
		return this.nodes.size() / 2 + 1;
	}

	/**
	 * A question for a lock.
	 */
	Proposal proposal(String id, long leaseMillis, long waitMillis, boolean again, long notAfter) {
		return new Proposal(id, nextRound(), leaseMillis, waitMillis, again, notAfter, floor(this.clock.nanoTime()));
	}

	/**
	 * The number of a new round.
	 */
	long nextRound() {
		return this.rounds.incrementAndGet();
	}

	/**
	 * The least token to ask for, the time. As long as it is larger than what the nodes
	 * gave before, also to those who got a part of them, all give this one, and one round
	 * is enough: hence microseconds.
	 */
	long floor(long now) {
		return this.nodes.stream().mapToLong((node) -> node.serverMicros(now)).max().orElse(0);
	}

	/**
	 * For how long to wait for nodes that are silent when most have answered: as long as
	 * those took, and twice as long each time that this was too short, for a node that is
	 * far away may be the one that decides. A node that needs half a command timeout is
	 * one that hangs. For how long it has been silent already, whoever asked, is a part
	 * of that: else two callers that have a part each would wait for it again and again,
	 * twice as long each time.
	 * @param asked when they were asked, in nanoseconds of this JVM
	 * @param before how often the same attempt has waited like this in vain
	 * @param silent the nodes that are waited for
	 */
	long patienceMillis(long asked, int before, IntStream silent) {
		long now = this.clock.nanoTime();
		long least = Math.max((now - asked) / 1_000_000, LEAST_PATIENCE_MILLIS);
		long all = Math.min(least << Math.min(before, 10), this.terms.commandTimeout().toMillis() / 2);
		long waited = silent.mapToLong((node) -> this.silences.get(node).nanos(now)).min().orElse(0) / 1_000_000;
		return Math.max(all - waited, least);
	}

	/**
	 * The nodes that have not answered for a while, each with the reason.
	 * @param waited for how long an answer was waited for: who has said something in the
	 * second half of that, to whomever, answers
	 */
	List<String> silent(Duration waited) {
		long now = this.clock.nanoTime();
		List<String> reasons = new ArrayList<>();
		for (int i = 0; i < size(); i++) {
			String address = this.nodes.get(i).address();
			Link link = this.nodes.get(i).state().commands();
			long nanos = this.silences.get(i).nanos(now);
			if (link.condition() == Condition.DOWN) {
				reasons.add("no connection to " + address + ": " + link.trouble());
			}
			else if (nanos > 0 && nanos >= waited.toNanos() / 2) {
				reasons.add(address + " has said nothing for " + DurationText.lasted(Duration.ofNanos(nanos)));
			}
		}
		return reasons;
	}

	/**
	 * Why a node has no answer. A failure has the words of the server, or says itself
	 * which one it is.
	 */
	String trouble(int node, StoreException failure) {
		String address = this.nodes.get(node).address();
		String text = String.valueOf(failure.getMessage());
		return text.contains(address) ? text : address + ": " + text;
	}

	/**
	 * That a node is waited for no more.
	 */
	String silentWhileMostAnswer(int node) {
		return this.nodes.get(node).address() + " is silent while most answer";
	}

	/**
	 * That some nodes have no answer.
	 * @param reasons one for each of them
	 */
	String noAnswer(List<String> reasons) {
		return reasons.size() + " of " + size() + " masters have no answer: " + String.join("; ", reasons);
	}

	/**
	 * Asks all nodes at once.
	 */
	void ask(Function<QuorumNode, CompletionStage<StoreReply>> question, NodeAnswer answer) {
		for (int i = 0; i < size(); i++) {
			ask(i, question, answer);
		}
	}

	/**
	 * Asks one node.
	 */
	void ask(int node, Function<QuorumNode, CompletionStage<StoreReply>> question, NodeAnswer answer) {
		Silence silence = this.silences.get(node);
		silence.asked(this.clock.nanoTime());
		CompletionStage<StoreReply> asked;
		try {
			asked = question.apply(this.nodes.get(node));
		}
		catch (RuntimeException ex) {
			asked = CompletableFuture.failedStage(ex);
		}
		asked.whenComplete((reply, failure) -> {
			silence.over(failure == null, this.clock.nanoTime());
			answer.on(node, reply, (failure != null) ? StoreException.of(failure) : null);
		});
	}

	/**
	 * The nodes for people.
	 */
	String addresses() {
		return addresses(this.nodes);
	}

	private static String addresses(List<? extends QuorumNode> nodes) {
		return nodes.stream().map(QuorumNode::address).collect(Collectors.joining(", "));
	}

	/**
	 * What a node said, or why it did not.
	 */
	@FunctionalInterface
	interface NodeAnswer {

		void on(int node, @Nullable StoreReply reply, @Nullable StoreException failure);

	}

	/**
	 * For how long a node has said nothing although it was asked, by whomever. It answers
	 * in order: an answer to anything says that it is not silent.
	 */
	static final class Silence {

		private final ReentrantLock mutex = new ReentrantLock();

		private int open;

		private long since;

		/**
		 * It is asked something.
		 */
		private void asked(long nanos) {
			this.mutex.lock();
			try {
				if (this.open++ == 0) {
					this.since = nanos;
				}
			}
			finally {
				this.mutex.unlock();
			}
		}

		/**
		 * A question is over.
		 * @param answered whether the node has answered it
		 */
		private void over(boolean answered, long nanos) {
			this.mutex.lock();
			try {
				this.open--;
				if (answered) {
					this.since = nanos;
				}
			}
			finally {
				this.mutex.unlock();
			}
		}

		/**
		 * For how long it has been silent.
		 * @return nanoseconds, zero if it has been asked nothing that is not over
		 */
		private long nanos(long now) {
			this.mutex.lock();
			try {
				return (this.open == 0) ? 0 : now - this.since;
			}
			finally {
				this.mutex.unlock();
			}
		}

	}

}
