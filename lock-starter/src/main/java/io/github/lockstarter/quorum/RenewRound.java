package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntConsumer;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * The renewal of one lock on all nodes. A majority that names the attempt as owner is
 * enough, whether or not it was started lately: while it names it, it gives the lock to
 * nobody else.
 */
final class RenewRound {

	private final Quorum quorum;

	private final IntConsumer forgotten;

	private final ReentrantLock mutex = new ReentrantLock();

	private final CompletableFuture<StoreReply> answer = new CompletableFuture<>();

	private final Votes votes;

	private boolean kept;

	/**
	 * Creates the round.
	 * @param quorum the nodes
	 * @param forgotten told of a node that does not have the lock, while a majority does
	 */
	RenewRound(Quorum quorum, IntConsumer forgotten) {
		this.quorum = quorum;
		this.forgotten = forgotten;
		this.votes = new Votes(quorum);
	}

	/**
	 * The answer: OWNED or LOST.
	 */
	CompletionStage<StoreReply> answer() {
		return this.answer;
	}

	void onVote(int node, @Nullable StoreReply reply, @Nullable StoreException failure) {
		this.mutex.lock();
		try {
			this.votes.set(node, reply, failure);
			if (!this.answer.isDone()) {
				decide();
			}
			// only what a majority has: the others have forgotten it then, and it was not
			// taken away
			if (this.kept && this.votes.is(node, Status.LOST)) {
				this.forgotten.accept(node);
			}
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void decide() {
		int majority = this.quorum.majority();
		int owned = this.votes.count(Status.OWNED);
		if (owned >= majority) {
			this.kept = true;
			this.votes.nodes().filter((node) -> this.votes.is(node, Status.LOST)).forEach(this.forgotten);
			this.answer
				.complete(reply(Status.OWNED, this.votes.leaseOf(majority, (reply) -> reply.status() == Status.OWNED)));
		}
		else if (this.votes.count(Status.LOST) > this.quorum.size() - majority) {
			this.answer.complete(reply(Status.LOST, 0));
		}
		else if (this.votes.pending() == 0) {
			this.answer.completeExceptionally(this.votes.unavailable());
		}
	}

	private StoreReply reply(Status status, long leaseMillis) {
		return new StoreReply(status, this.votes.replies().findFirst().orElseThrow().time(), 0, 0, leaseMillis, 0, "");
	}

}
