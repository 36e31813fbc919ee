package io.github.lockstarter.quorum;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * A quorum between a start and a stop: what is asked of all nodes, and what goes on after
 * the answers.
 *
 * @param quorum the nodes
 * @param timers runs what is due later
 * @param attempts the attempts of this instance
 * @param withdrawals gives up
 * @param reminders gives a held lock to the nodes that lack it
 */
record OpenQuorum(Quorum quorum, Timers timers, Attempts attempts, Withdrawals withdrawals, Reminders reminders) {

	// A busy lock may go on while it is looked at.
	private static final int TAKEN_FROM_ONE = 3;

	static OpenQuorum of(Quorum quorum, Timers timers) {
		Withdrawals withdrawals = new Withdrawals(quorum, timers);
		return new OpenQuorum(quorum, timers, new Attempts(), withdrawals, new Reminders(quorum, timers, withdrawals));
	}

	/**
	 * Asks for the lock.
	 * @return one of OWNED, WAIT, FINISHED or STALE
	 */
	CompletionStage<StoreReply> acquire(String name, Proposal proposal) {
		return new AcquireRound(this, this.attempts.of(proposal.id()), name, proposal).start();
	}

	/**
	 * Renews many locks, each for itself.
	 * @return the answers, each one of OWNED or LOST
	 */
	List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		return new Renewals(this, renewals).send();
	}

	/**
	 * Ends an attempt.
	 * @return one of RELEASED, FINISHED, CANCELLED, FREE or STALE
	 */
	CompletionStage<StoreReply> withdraw(String name, Withdrawal withdrawal) {
		Round round = Round.decidedSoon(this, new WithdrawVerdict());
		Attempt attempt = this.attempts.of(withdrawal.id());
		attempt.mutex.lock();
		try {
			attempt.end();
			this.attempts.forget(attempt);
			QuorumTerms terms = this.quorum.terms();
			long left = attempt.leftMillis(this.quorum.clock().nanoTime()) + terms.commandTimeout().toMillis();
			long millis = Math.max(left, terms.lease().toMillis());
			this.withdrawals.send(name, withdrawal, millis, (node, reply, failure) -> {
				if (reply != null && reply.status() != Status.STALE) {
					givenUp(attempt, node);
				}
				round.onVote(node, reply, failure);
			});
		}
		finally {
			attempt.mutex.unlock();
		}
		return round.answer();
	}

	/**
	 * Ends an attempt whose last question got nothing, unless the one before got the
	 * lock: its answer is on its way to somebody who will work under it.
	 */
	CompletionStage<StoreReply> withdrawUnlessOwned(String name, Withdrawal withdrawal) {
		Attempt attempt = this.attempts.of(withdrawal.id());
		attempt.mutex.lock();
		try {
			return attempt.isOwner() ? CompletableFuture.failedStage(new StoreException(StoreException.Outcome.UNKNOWN,
					"the question before the last one has got the lock", null)) : withdraw(name, withdrawal);
		}
		finally {
			attempt.mutex.unlock();
		}
	}

	private static void givenUp(Attempt attempt, int node) {
		attempt.mutex.lock();
		try {
			attempt.givenUpBy(node);
		}
		finally {
			attempt.mutex.unlock();
		}
	}

	/**
	 * Takes the lock from the turn that has a token, and from nobody else.
	 * @return one of RELEASED, FREE, or NOT_OWNER
	 */
	CompletionStage<StoreReply> take(String name, long token) {
		return take(name, new TurnVerdict(token));
	}

	/**
	 * Takes the lock from the attempt that has it now.
	 * @return one of RELEASED, FREE, or CANCELLED if it went on from one to the next each
	 * time
	 */
	CompletionStage<StoreReply> take(String name) {
		return take(name, TAKEN_FROM_ONE);
	}

	private CompletionStage<StoreReply> take(String name, int more) {
		return take(name, TurnVerdict.ofAny()).thenCompose((reply) -> (reply.status() == Status.CANCELLED && more > 0)
				? take(name, more - 1) : CompletableFuture.completedStage(reply));
	}

	private CompletionStage<StoreReply> take(String name, TurnVerdict from) {
		Round round = Round.decidedSoon(this, from);
		this.quorum.ask((node) -> node.describe(name), round::onVote);
		return round.answer().thenCompose((reply) -> take(name, reply));
	}

	/**
	 * Takes the lock from its holder by name, and soon or not at all: a master that is
	 * slow may have given it to another by then.
	 */
	private CompletionStage<StoreReply> take(String name, StoreReply seen) {
		if (seen.status() != Status.HELD) {
			return CompletableFuture.completedStage(seen);
		}
		Round round = Round.decidedSoon(this, new WithdrawVerdict());
		Withdrawal withdrawal = Withdrawal.from(seen.holder(),
				this.quorum.clock().nanoTime() + this.quorum.terms().commandTimeout().toNanos());
		this.quorum.ask((node) -> node.withdraw(name, withdrawal), round::onVote);
		return round.answer().thenApply((reply) -> {
			if (reply.status() == Status.STALE) {
				throw new StoreException(StoreException.Outcome.UNKNOWN,
						"by the clocks of the masters the time of the command was over", null);
			}
			return reply;
		});
	}

	/**
	 * Says which attempt has the lock.
	 * @return one of HELD or FREE
	 */
	CompletionStage<StoreReply> describe(String name) {
		Round round = Round.decidedSoon(this, new DescribeVerdict());
		this.quorum.ask((node) -> node.describe(name), round::onVote);
		return round.answer();
	}

	/**
	 * Says who has the lock, by the label of its instance.
	 * @return one of HELD or FREE
	 */
	CompletionStage<StoreReply> describeForPeople(String name) {
		return describe(name).thenCompose((reply) -> (reply.status() != Status.HELD)
				? CompletableFuture.completedStage(reply) : new LabelRound(this.quorum, reply).find());
	}

	void stop() {
		this.timers.stop();
		this.quorum.nodes().forEach(QuorumNode::stop);
	}

	static <T> CompletionStage<T> closed() {
		return CompletableFuture
			.failedStage(new StoreException(StoreException.Outcome.NOT_SENT, "the connections are closed", null));
	}

}
