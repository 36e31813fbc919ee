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

import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.LockStartException;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.store.StoreState.Link;
import io.github.lockstarter.text.DurationText;

/**
 * The nodes of a quorum, with the times and clocks by which they are asked.
 */
record Quorum(List<QuorumNode> nodes, KnownNodes known, List<Silence> silences, QuorumSettings settings,
		LockClock clock, DoubleSupplier random, AtomicLong rounds) {

	// Any odd number would do; with more than five each lock costs too many requests.
	private static final Set<Integer> SIZES = Set.of(3, 5);

	// A healthy master may be late by less; a waiter does not notice it.
	static final long LEAST_PATIENCE_MILLIS = 10;

	static Quorum of(List<? extends QuorumNode> nodes, QuorumSettings settings, LockClock clock,
			DoubleSupplier random) {
		if (!SIZES.contains(nodes.size())) {
			throw LockStartException.ofProperty("redis.quorum.nodes", addresses(nodes),
					"must be three or five masters" + ((nodes.size() % 2 == 0)
							? ": an even number tolerates no more failures than one master less" : ""));
		}
		List<QuorumNode> all = List.copyOf(nodes);
		return new Quorum(all, new KnownNodes(all, settings, clock),
				nodes.stream().map((node) -> new Silence()).toList(), settings, clock, random, new AtomicLong());
	}

	int size() {
		return this.nodes.size();
	}

	int majority() {
		return this.nodes.size() / 2 + 1;
	}

	Proposal proposal(String id, long leaseMillis, long waitMillis, boolean again, long notAfter) {
		return new Proposal(id, nextRound(), leaseMillis, waitMillis, again, notAfter, floor(this.clock.nanoTime()));
	}

	long nextRound() {
		return this.rounds.incrementAndGet();
	}

	// Microseconds, because the time then exceeds all tokens that the nodes have given,
	// also to attempts without a majority: all give this one, and one round is enough.
	long floor(long now) {
		return this.nodes.stream().mapToLong((node) -> node.serverMicros(now)).max().orElse(0);
	}

	// As long as the answers took, doubled each time that this was too short, because the
	// silent node may be the one that decides; a node that needs half a command timeout
	// hangs. The time for which it has been silent already counts: otherwise two callers
	// with a part each would wait for it again and again, twice as long each time.
	long patienceMillis(long asked, int before, IntStream silent) {
		long now = this.clock.nanoTime();
		long least = Math.max((now - asked) / 1_000_000, LEAST_PATIENCE_MILLIS);
		long all = Math.min(least << Math.min(before, 10), this.settings.commandTimeout().toMillis() / 2);
		long waited = silent.mapToLong((node) -> this.silences.get(node).nanos(now)).min().orElse(0) / 1_000_000;
		return Math.max(all - waited, least);
	}

	// A node that has answered anything in the second half of that time is not silent.
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
				reasons.add(address + " has not answered for " + DurationText.lasted(Duration.ofNanos(nanos)));
			}
		}
		return reasons;
	}

	// A failure has the words of the server, or names the server itself.
	String trouble(int node, StoreException failure) {
		String address = this.nodes.get(node).address();
		String text = String.valueOf(failure.getMessage());
		return text.contains(address) ? text : address + ": " + text;
	}

	String silentWhileMostAnswer(int node) {
		return this.nodes.get(node).address() + " is silent while most masters answer";
	}

	String noAnswer(List<String> reasons) {
		return reasons.size() + " of " + size() + " masters did not answer: " + String.join("; ", reasons);
	}

	void ask(Function<QuorumNode, CompletionStage<StoreReply>> question, NodeAnswer answer) {
		for (int i = 0; i < size(); i++) {
			ask(i, question, answer);
		}
	}

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

	String addresses() {
		return addresses(this.nodes);
	}

	private static String addresses(List<? extends QuorumNode> nodes) {
		return nodes.stream().map(QuorumNode::address).collect(Collectors.joining(", "));
	}

	@FunctionalInterface
	interface NodeAnswer {

		void on(int node, @Nullable StoreReply reply, @Nullable StoreException failure);

	}

	/**
	 * For how long a node has answered nothing; it answers in order, so any answer ends
	 * its silence.
	 */
	static final class Silence {

		private final ReentrantLock mutex = new ReentrantLock();

		private int open;

		private long since;

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
