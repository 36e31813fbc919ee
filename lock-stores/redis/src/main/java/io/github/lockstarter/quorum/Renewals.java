package io.github.lockstarter.quorum;

import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * Renews many locks at all nodes, each for itself, and waits for slow nodes: a lease is
 * long, and asking again is not faster.
 */
final class Renewals {

	private final RunningQuorum open;

	private final List<Renewal> renewals;

	private final List<Round> rounds;

	Renewals(RunningQuorum open, List<Renewal> renewals) {
		this.open = open;
		this.renewals = renewals.stream().map(Renewals::atAnyNode).toList();
		this.rounds = renewals.stream().map((renewal) -> Round.decidedByAll(open, Verdict::ofRenewal)).toList();
	}

	// Without the lease of one node: each has its own clock.
	private static Renewal atAnyNode(Renewal renewal) {
		return new Renewal(renewal.name(), renewal.id(), renewal.leaseMillis());
	}

	List<CompletionStage<StoreReply>> send() {
		this.renewals.forEach(this::note);
		List<List<CompletionStage<StoreReply>>> asked = this.open.quorum().nodes().stream().map(this::renew).toList();
		for (int node = 0; node < asked.size(); node++) {
			for (int i = 0; i < this.rounds.size(); i++) {
				CompletionStage<StoreReply> answer = asked.get(node).get(i);
				int index = i;
				this.open.quorum()
					.ask(node, (one) -> answer, (at, reply, failure) -> onVote(at, index, reply, failure));
			}
		}
		return this.rounds.stream().map(Round::answer).toList();
	}

	// A later release has to know for how long a node may have the lock.
	private void note(Renewal renewal) {
		QuorumAttempt attempt = this.open.attempts().get(renewal.id());
		if (attempt != null) {
			attempt.guarded(() -> attempt.renews(renewal.leaseMillis(), this.open.quorum().clock().nanoTime()));
		}
	}

	private List<CompletionStage<StoreReply>> renew(QuorumNode node) {
		try {
			return node.renew(this.renewals);
		}
		catch (RuntimeException ex) {
			return Collections.nCopies(this.renewals.size(), CompletableFuture.failedStage(ex));
		}
	}

	private void onVote(int node, int index, @Nullable StoreReply reply, @Nullable StoreException failure) {
		Round round = this.rounds.get(index);
		Renewal renewal = this.renewals.get(index);
		QuorumAttempt attempt = this.open.attempts().get(renewal.id());
		if (attempt == null || reply == null) {
			round.onVote(node, reply, failure);
		}
		else if (reply.status() == Status.LOST) {
			onLost(node, round, attempt, renewal);
			round.onVote(node, reply, null);
		}
		else if (attempt.guarded(() -> attempt.isConfirmedBy(node) || !attempt.isOwner())) {
			round.onVote(node, reply, null);
		}
		else {
			this.open.reminders()
				.give(node, attempt, renewal.name(), renewal.leaseMillis())
				.whenComplete((given, trouble) -> round.onVote(node, (given != null) ? kept(given) : null,
						(trouble != null) ? StoreException.of(trouble) : null));
		}
	}

	private void onLost(int node, Round round, QuorumAttempt attempt, Renewal renewal) {
		attempt.guarded(() -> attempt.forgottenBy(node));
		round.answer().thenAccept((kept) -> {
			if (kept.status() == Status.OWNED) {
				this.open.reminders().give(node, attempt, renewal.name(), renewal.leaseMillis());
			}
		});
	}

	// The new grant may be shorter than the renewal, or the lock was taken away between
	// the two.
	private static StoreReply kept(StoreReply given) {
		return (given.status() == Status.OWNED) ? given : StoreReply.of(Status.LOST, given.time());
	}

}
