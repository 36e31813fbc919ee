package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * What the nodes say when a lock is given up.
 */
final class WithdrawRound {

	private final Quorum quorum;

	private final ReentrantLock mutex = new ReentrantLock();

	private final CompletableFuture<StoreReply> answer = new CompletableFuture<>();

	private final Votes votes;

	WithdrawRound(Quorum quorum) {
		this.quorum = quorum;
		this.votes = new Votes(quorum);
	}

	/**
	 * The answer: RELEASED if a majority was ours; FINISHED if it was before; CANCELLED
	 * if it cannot have been; FREE or STALE if a majority says so.
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
		}
		finally {
			this.mutex.unlock();
		}
	}

	private void decide() {
		int majority = this.quorum.majority();
		int released = this.votes.count(Status.RELEASED);
		int finished = this.votes.count(Status.FINISHED);
		int minority = this.quorum.size() - majority;
		if (released >= majority) {
			complete(Status.RELEASED);
		}
		else if (this.votes.count(Status.STALE) >= majority) {
			complete(Status.STALE);
		}
		else if (this.votes.count(Status.FREE) >= majority) {
			complete(Status.FREE);
		}
		else if (this.votes.count(Status.CANCELLED) > minority) {
			complete(Status.CANCELLED);
		}
		else if (released + finished >= majority && released + this.votes.pending() < majority) {
			complete(Status.FINISHED);
		}
		else if (this.votes.pending() == 0) {
			last();
		}
	}

	/**
	 * No majority says the same. What was given up partly is given up.
	 */
	private void last() {
		if (this.votes.answered() == this.quorum.size() && this.votes.count(Status.STALE) == 0) {
			complete((this.votes.count(Status.RELEASED) > 0) ? Status.RELEASED : Status.CANCELLED);
		}
		else {
			this.answer.completeExceptionally(this.votes.unavailable());
		}
	}

	private void complete(Status status) {
		this.answer
			.complete(new StoreReply(status, this.votes.replies().findFirst().orElseThrow().time(), 0, 0, 0, 0, ""));
	}

}
