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
 * Renews many locks at all nodes, each for itself. Who is slow is waited for: a lease is
 * long, and asking again would not make it faster.
 */
final class Renewals {

	private final OpenQuorum open;

	private final List<Renewal> renewals;

	private final List<Round> rounds;

	Renewals(OpenQuorum open, List<Renewal> renewals) {
		this.open = open;
		this.renewals = renewals;
		this.rounds = renewals.stream().map((renewal) -> Round.decidedByAll(open, new RenewVerdict())).toList();
	}

	/**
	 * Sends them.
	 * @return the answers, each one of OWNED or LOST
	 */
	List<CompletionStage<StoreReply>> send() {
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
		if (reply != null && reply.status() == Status.LOST) {
			// only what a majority has: this one has forgotten it then, and it was not
			// taken away
			round.answer().thenAccept((kept) -> {
				if (kept.status() == Status.OWNED) {
					remind(node, this.renewals.get(index));
				}
			});
		}
		round.onVote(node, reply, failure);
	}

	private void remind(int node, Renewal renewal) {
		Attempt attempt = this.open.attempts().find(renewal.id());
		if (attempt != null) {
			this.open.reminders().now(node, attempt, renewal.name());
		}
	}

}
