package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Gives a lock that is held to the nodes that do not have it: to one that has forgotten
 * it, so that it outlives all restarts between which it is renewed, and to one that
 * another caller had for a moment, so that it does not depend on a bare majority.
 */
final class Reminders {

	// Who got a part and no majority has given it up by then.
	private static final long FIRST_PAUSE_MILLIS = 10;

	// Later the renewals do it.
	private static final long LONGEST_PAUSE_MILLIS = 640;

	private final Quorum quorum;

	private final Timers timers;

	private final Withdrawals withdrawals;

	Reminders(Quorum quorum, Timers timers, Withdrawals withdrawals) {
		this.quorum = quorum;
		this.timers = timers;
		this.withdrawals = withdrawals;
	}

	/**
	 * Gives the lock to a node that another has, as soon as it is free there.
	 */
	void later(int node, Attempt attempt, String name, long leaseMillis) {
		later(node, attempt, name, leaseMillis, FIRST_PAUSE_MILLIS);
	}

	private void later(int node, Attempt attempt, String name, long leaseMillis, long pause) {
		if (pause <= LONGEST_PAUSE_MILLIS) {
			this.timers.later(() -> now(node, attempt, name, leaseMillis).thenAccept((reply) -> {
				if (reply.status() == Status.WAIT) {
					later(node, attempt, name, leaseMillis, 4 * pause);
				}
			}), pause);
		}
	}

	/**
	 * Gives the lock to a node, if it is held.
	 * @param leaseMillis for how long: as the others were asked
	 */
	CompletionStage<StoreReply> now(int node, Attempt attempt, String name, long leaseMillis) {
		attempt.mutex.lock();
		try {
			if (!attempt.isOwner()) {
				return CompletableFuture.failedStage(new StoreException(Outcome.NOT_SENT, "it is not held", null));
			}
			long now = this.quorum.clock().nanoTime();
			attempt.asks(leaseMillis, now);
			Proposal proposal = new Proposal(attempt.id(), this.quorum.nextRound(), leaseMillis, 0, false,
					now + this.quorum.terms().commandTimeout().toNanos(), attempt.token());
			return this.quorum.nodes().get(node).propose(name, proposal).thenApply((reply) -> {
				if (reply.status() == Status.OWNED) {
					owned(node, attempt, name, proposal);
				}
				return reply;
			});
		}
		finally {
			attempt.mutex.unlock();
		}
	}

	/**
	 * The end may have overtaken a question that was sent again.
	 */
	private void owned(int node, Attempt attempt, String name, Proposal proposal) {
		attempt.mutex.lock();
		try {
			attempt.confirmedBy(node);
			if (attempt.isGivenUpBy(node)) {
				this.withdrawals.stepBack(node, name, proposal, 0, proposal.leaseMillis());
			}
		}
		finally {
			attempt.mutex.unlock();
		}
	}

}
