package io.github.lockstarter.quorum;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.atomic.AtomicInteger;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.StoreReply;

/**
 * Who a holder is, for people: from whichever node knows it first. It is nobody's loss if
 * none does, so a minority that is silent is not waited for.
 */
final class LabelRound {

	private final Quorum quorum;

	private final StoreReply held;

	private final String client;

	private final AtomicInteger needed;

	private final CompletableFuture<StoreReply> found = new CompletableFuture<>();

	/**
	 * Creates the round.
	 * @param quorum the nodes
	 * @param held which attempt has the lock
	 */
	LabelRound(Quorum quorum, StoreReply held) {
		this.quorum = quorum;
		this.held = held;
		this.client = AttemptId.client(held.holder());
		this.needed = new AtomicInteger(quorum.majority());
	}

	/**
	 * Asks all nodes.
	 * @return the same with the label of the client; with its id if none knows it
	 */
	CompletionStage<StoreReply> find() {
		this.quorum.nodes().forEach((node) -> node.label(this.client).whenComplete(this::onAnswer));
		return this.found;
	}

	private void onAnswer(@Nullable String label, @Nullable Throwable failure) {
		if (label != null && !label.equals(this.client)) {
			complete(label);
		}
		if (this.needed.decrementAndGet() == 0) {
			complete(this.client);
		}
	}

	private void complete(String holder) {
		this.found.complete(new StoreReply(this.held.status(), this.held.time(), this.held.firstToken(),
				this.held.lastToken(), this.held.leaseMillis(), this.held.queue(), holder));
	}

}
