package io.github.lockstarter.quorum;

import java.util.concurrent.CompletionStage;
import java.util.concurrent.locks.ReentrantLock;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * One request to all nodes, answered as soon as their replies suffice.
 */
final class Round {

	private final Verdict verdict;

	private final @Nullable Timers timers;

	private final Quorum quorum;

	private final long asked;

	private final PendingAnswer answer = new PendingAnswer(new ReentrantLock());

	private final Votes votes;

	private boolean decided;

	private boolean waitingForTheRest;

	private Round(Quorum quorum, Verdict verdict, @Nullable Timers timers) {
		this.quorum = quorum;
		this.verdict = verdict;
		this.timers = timers;
		this.asked = quorum.clock().nanoTime();
		this.votes = new Votes(quorum);
	}

	// Waits for each node until it has answered or failed.
	static Round decidedByAll(RunningQuorum open, Verdict verdict) {
		return new Round(open.quorum(), verdict, null);
	}

	// Waits for nodes that are silent while most answer no longer than
	// Quorum.patienceMillis.
	static Round decidedSoon(RunningQuorum open, Verdict verdict) {
		return new Round(open.quorum(), verdict, open.timers());
	}

	CompletionStage<StoreReply> answer() {
		return this.answer.stage();
	}

	void onVote(int node, @Nullable StoreReply reply, @Nullable StoreException failure) {
		step(() -> this.votes.set(node, reply, failure));
	}

	private void step(Runnable change) {
		this.answer.guarded(() -> {
			change.run();
			if (!this.decided) {
				decide();
			}
		});
	}

	private void decide() {
		try {
			StoreReply reply = this.verdict.on(this.votes);
			if (reply != null) {
				this.decided = true;
				this.answer.is(reply);
			}
			else if (this.timers != null && !this.waitingForTheRest && this.votes.isMajority()) {
				this.waitingForTheRest = true;
				this.timers.later(() -> step(this.votes::silence),
						this.quorum.patienceMillis(this.asked, 0, this.votes.pendingNodes()));
			}
		}
		catch (StoreException ex) {
			this.decided = true;
			this.answer.fails(ex);
		}
	}

}
