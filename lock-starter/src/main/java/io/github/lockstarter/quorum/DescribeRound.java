package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Who has the lock: whoever a majority names, and the token that most of it name.
 */
final class DescribeRound {

	private final Quorum quorum;

	private final ReentrantLock mutex = new ReentrantLock();

	private final CompletableFuture<StoreReply> answer = new CompletableFuture<>();

	private final Votes votes;

	DescribeRound(Quorum quorum) {
		this.quorum = quorum;
		this.votes = new Votes(quorum);
	}

	CompletionStage<StoreReply> start(String name) {
		this.quorum.ask((node) -> node.describe(name), this::onVote);
		return this.answer;
	}

	private void onVote(int node, @Nullable StoreReply reply, @Nullable StoreException failure) {
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
		int minority = this.quorum.size() - this.quorum.majority();
		StoreReply holder = this.votes.replies()
			.filter((reply) -> reply.status() == Status.HELD && like(reply) >= this.quorum.majority())
			.findFirst()
			.orElse(null);
		if (holder != null) {
			complete(holder);
		}
		else if (this.votes.count(Status.FREE) > minority) {
			complete(this.votes.replies().filter((reply) -> reply.status() == Status.FREE).findFirst().orElseThrow());
		}
		else if (this.votes.pending() == 0 && this.votes.answered() >= this.quorum.majority()) {
			complete(mostLikely());
		}
		else if (this.votes.pending() == 0) {
			this.answer.completeExceptionally(this.votes.unavailable());
		}
	}

	/**
	 * The nodes disagree about the token of one holder, or several have a part each.
	 */
	private StoreReply mostLikely() {
		return this.votes.replies()
			.filter((reply) -> reply.status() == Status.HELD)
			.max((one, other) -> Long.compare(of(one), of(other)))
			.orElseThrow();
	}

	private long of(StoreReply reply) {
		return this.votes.replies().filter((other) -> other.holder().equals(reply.holder())).count();
	}

	private long like(StoreReply reply) {
		return this.votes.replies()
			.filter((other) -> other.holder().equals(reply.holder()) && other.firstToken() == reply.firstToken())
			.count();
	}

	private void complete(StoreReply one) {
		long left = this.votes.leaseOf(this.quorum.majority(), (reply) -> reply.holder().equals(one.holder()));
		long waiters = this.votes.replies().mapToLong(StoreReply::queue).max().orElse(0);
		this.answer.complete(new StoreReply(one.status(), one.time(), one.firstToken(), one.lastToken(), left, waiters,
				one.holder()));
	}

}
