package io.github.lockstarter.quorum;

import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * A quorum between a start and a stop: what is asked of all nodes, and what goes on after
 * the answers.
 *
 * @param quorum the nodes
 * @param timers runs what is due later
 * @param attempts the attempts of this instance, by their ids
 * @param reminders tells single nodes what they have missed
 */
record OpenQuorum(Quorum quorum, Timers timers, Map<String, QuorumAttempt> attempts, Reminders reminders) {

	/**
	 * The answer to who asks under the id of an attempt that is over.
	 */
	static final StoreReply FINISHED = StoreReply.of(Status.FINISHED, ServerTime.NONE);

	// A busy lock may go on while it is looked at.
	private static final int TAKEN_FROM_ONE = 3;

	static OpenQuorum of(Quorum quorum, Timers timers) {
		return new OpenQuorum(quorum, timers, new ConcurrentHashMap<>(), new Reminders(quorum, timers));
	}

	/**
	 * The attempt with an id, a new one if it has nothing anywhere.
	 */
	private QuorumAttempt attempt(String id, String name) {
		QuorumAttempt known = this.attempts.get(id);
		return (known != null) ? known : new QuorumAttempt(id, name, new HandedVotes(this.quorum));
	}

	/**
	 * An attempt is about to ask. Call it under its mutex.
	 */
	void keep(QuorumAttempt attempt) {
		this.attempts.put(attempt.id(), attempt);
	}

	/**
	 * Whether an attempt goes on. Call it under its mutex.
	 */
	boolean isKept(QuorumAttempt attempt) {
		return this.attempts.get(attempt.id()) == attempt;
	}

	/**
	 * An attempt has nothing any more. Call it under its mutex.
	 */
	void forget(QuorumAttempt attempt) {
		this.attempts.remove(attempt.id(), attempt);
	}

	/**
	 * For how long it is repeated that something is given up: as long as a node may have
	 * what it was asked for, for it need not have answered.
	 */
	long repeatMillis(Proposal question) {
		return question.leaseMillis() + this.quorum.terms().commandTimeout().toMillis();
	}

	/**
	 * A question has left nothing anywhere, or one more answer is there. An attempt that
	 * has nothing is forgotten; if something that it has given up is on its way, that has
	 * to be known for a while, because it may ask again. Call it under its mutex.
	 */
	void forgetIfNothingIsLeft(QuorumAttempt attempt, Proposal question) {
		long since = attempt.emptyRound();
		if (!attempt.hasNothingSince(since) || !isKept(attempt)) {
			return;
		}
		if (attempt.handed().isBlank()) {
			forget(attempt);
			return;
		}
		this.timers.later(() -> attempt.guarded(() -> {
			if (attempt.hasNothingSince(since)) {
				forget(attempt);
			}
		}), repeatMillis(question));
	}

	/**
	 * Asks for the lock. An attempt whose end is on its way is over: it asks nobody.
	 * @return one of OWNED, WAIT, FINISHED or STALE
	 */
	CompletionStage<StoreReply> acquire(String name, Proposal proposal) {
		return acquire(attempt(proposal.id(), name), name, proposal);
	}

	/**
	 * The same for an attempt that was {@linkplain #expect expected}.
	 */
	CompletionStage<StoreReply> acquire(QuorumAttempt attempt, String name, Proposal proposal) {
		return new AcquireRound(this, attempt, name, proposal).start();
	}

	/**
	 * Whether an attempt has ended, or its end may still arrive somewhere. Call it under
	 * its mutex.
	 */
	boolean isOver(QuorumAttempt attempt) {
		return attempt.isLatest(Withdrawal.END) || this.reminders.isEnding(attempt.id());
	}

	/**
	 * An attempt that will ask when something else has been answered. It may end before.
	 */
	QuorumAttempt expect(String name, String id) {
		QuorumAttempt attempt = attempt(id, name);
		attempt.guarded(() -> keep(attempt));
		return attempt;
	}

	/**
	 * An attempt that was expected does not ask after all.
	 */
	void expectNoMore(QuorumAttempt attempt) {
		attempt.guarded(() -> {
			if (attempt.hasNotAsked()) {
				forget(attempt);
			}
		});
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
		Round round = Round.decidedSoon(this, Verdict::ofWithdrawal);
		QuorumAttempt attempt = attempt(withdrawal.id(), name);
		attempt.guarded(() -> {
			attempt.end();
			forget(attempt);
			QuorumTerms terms = this.quorum.terms();
			long now = this.quorum.clock().nanoTime();
			long left = attempt.leftMillis(now) + terms.commandTimeout().toMillis();
			long millis = Math.max(left, terms.lease().toMillis());
			Withdrawal handing = withdrawal.handing(floor(attempt, now));
			this.reminders.withdraw(name, handing, millis, (node, reply, failure) -> {
				if (reply != null && reply.status() != Status.STALE) {
					attempt.guarded(() -> attempt.givenUpBy(node));
				}
				else if (reply != null) {
					round.answer().thenAccept((whole) -> withdrawLater(node, name, withdrawal, millis, whole));
				}
				round.onVote(node, reply, failure);
			});
		});
		return round.answer();
	}

	/**
	 * The least token that the next one is handed, larger than all that this one has had:
	 * so all nodes hand out the same. None while no node has told its time.
	 */
	private long floor(QuorumAttempt attempt, long now) {
		long floor = this.quorum.floor(now);
		return (floor > 0) ? Math.max(floor, attempt.lastToken() + 1) : 0;
	}

	/**
	 * Who is told what a node says.
	 */
	LockStore.Listener listener(int node, LockStore.Listener listener) {
		return new VoteListener(this, node, listener);
	}

	/**
	 * Gives up what a majority has handed to an attempt that nobody waits for any more.
	 */
	CompletionStage<StoreReply> giveBack(PushMessage message) {
		QuorumAttempt attempt = this.attempts.get(message.id());
		return (attempt != null) ? withdraw(attempt.name(), Withdrawal.end(message.id(), 0, LockStore.NO_LIMIT))
				: CompletableFuture.completedStage(StoreReply.of(Status.CANCELLED, message.time()));
	}

	/**
	 * A node whose clock is ahead did nothing, and the others have given the lock up: it
	 * is given up there, too.
	 */
	private void withdrawLater(int node, String name, Withdrawal withdrawal, long millis, StoreReply whole) {
		if (whole.status() != Status.STALE) {
			this.reminders.withdraw(node, name, withdrawal.after(0), millis, (at, reply, failure) -> {
			});
		}
	}

	/**
	 * Ends an attempt whose last question got nothing, unless the one before got the
	 * lock: its answer is on its way to somebody who will work under it.
	 */
	CompletionStage<StoreReply> withdrawUnlessOwned(String name, Withdrawal withdrawal) {
		QuorumAttempt attempt = attempt(withdrawal.id(), name);
		return attempt.guarded(() -> attempt.isOwner()
				? CompletableFuture.failedStage(
						new StoreException(Outcome.UNKNOWN, "the question before the last one has got the lock", null))
				: withdraw(name, withdrawal));
	}

	/**
	 * Takes the lock from the turn that has a token, and from nobody else.
	 * @return one of RELEASED, FREE, or NOT_OWNER
	 */
	CompletionStage<StoreReply> take(String name, long token) {
		return takeFrom(name, (votes) -> Verdict.ofTurn(votes, token));
	}

	/**
	 * Takes the lock from the attempt that has it now.
	 * @return one of RELEASED, FREE, or CANCELLED if it went on from one to the next each
	 * time
	 */
	CompletionStage<StoreReply> take(String name) {
		return takeFromAny(name, TAKEN_FROM_ONE);
	}

	private CompletionStage<StoreReply> takeFromAny(String name, int more) {
		return takeFrom(name, Verdict::ofTurn).thenCompose((reply) -> (reply.status() == Status.CANCELLED && more > 0)
				? takeFromAny(name, more - 1) : CompletableFuture.completedStage(reply));
	}

	private CompletionStage<StoreReply> takeFrom(String name, Verdict holder) {
		return describe(name, holder).thenCompose((reply) -> (reply.status() == Status.HELD)
				? takeFrom(name, reply.holder()) : CompletableFuture.completedStage(reply));
	}

	/**
	 * Takes the lock from its holder by name, and soon or not at all: a master that is
	 * slow may have given it to another by then.
	 */
	private CompletionStage<StoreReply> takeFrom(String name, String holder) {
		Round round = Round.decidedSoon(this, Verdict::ofWithdrawal);
		Withdrawal withdrawal = Withdrawal.from(holder,
				this.quorum.clock().nanoTime() + this.quorum.terms().commandTimeout().toNanos());
		this.quorum.ask((node) -> node.withdraw(name, withdrawal), round::onVote);
		return round.answer().thenApply((reply) -> {
			if (reply.status() == Status.STALE) {
				throw new StoreException(Outcome.UNKNOWN,
						"by the clocks of the masters the time of the command was over", null);
			}
			return reply;
		});
	}

	/**
	 * Says who has the lock, by the label of its instance.
	 * @return one of HELD or FREE
	 */
	CompletionStage<StoreReply> describe(String name) {
		return describe(name, Verdict::ofDescription).thenCompose((reply) -> (reply.status() == Status.HELD)
				? withLabel(reply) : CompletableFuture.completedStage(reply));
	}

	private CompletionStage<StoreReply> describe(String name, Verdict verdict) {
		Round round = Round.decidedSoon(this, verdict);
		this.quorum.ask((node) -> node.describe(name), round::onVote);
		return round.answer();
	}

	/**
	 * The same with the label of the client from whichever node knows it first, with its
	 * id if none does. That is nobody's loss, so a minority that is silent is not waited
	 * for.
	 */
	private CompletionStage<StoreReply> withLabel(StoreReply held) {
		String client = AttemptId.client(held.holder());
		AtomicInteger needed = new AtomicInteger(this.quorum.majority());
		CompletableFuture<String> found = new CompletableFuture<>();
		this.quorum.nodes().forEach((node) -> node.label(client).whenComplete((label, failure) -> {
			if (label != null && !label.equals(client)) {
				found.complete(label);
			}
			if (needed.decrementAndGet() == 0) {
				found.complete(client);
			}
		}));
		return found.thenApply(held::withHolder);
	}

	void stop() {
		this.timers.stop();
		this.quorum.nodes().forEach(QuorumNode::stop);
	}

	static <T> CompletionStage<T> closed() {
		return CompletableFuture.failedStage(new StoreException(Outcome.NOT_SENT, "the connections are closed", null));
	}

}
