package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Who a client is, from whichever node knows it first.
 */
final class LabelRound {

	private final Quorum quorum;

	private final String client;

	private final AtomicInteger pending;

	private final CompletableFuture<String> found = new CompletableFuture<>();

	LabelRound(Quorum quorum, String client) {
		this.quorum = quorum;
		this.client = client;
		this.pending = new AtomicInteger(quorum.size());
	}

	/**
	 * Asks all nodes.
	 * @return the label; the client id if none knows it
	 */
	CompletionStage<String> find() {
		this.quorum.nodes()
			.forEach((node) -> node.label(this.client)
				.whenComplete((label, failure) -> onAnswer(failure == null && !label.equals(this.client), label)));
		return this.found;
	}

	private void onAnswer(boolean known, String label) {
		if (known) {
			this.found.complete(label);
		}
		if (this.pending.decrementAndGet() == 0) {
			this.found.complete(this.client);
		}
	}

}
