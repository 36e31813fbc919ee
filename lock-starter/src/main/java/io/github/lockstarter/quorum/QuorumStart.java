package io.github.lockstarter.quorum;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.store.StoreState.Condition;

/**
 * The first connections of a quorum. They are waited for until a majority stands, or
 * cannot come about because too many have failed; for the other masters no longer than
 * for an answer.
 */
final class QuorumStart {

	private final Quorum quorum;

	private final Timers timers;

	private final LockRuntime runtime;

	QuorumStart(Quorum quorum, Timers timers, LockRuntime runtime) {
		this.quorum = quorum;
		this.timers = timers;
		this.runtime = runtime;
	}

	/**
	 * Starts all nodes, and waits. An interrupted thread does too.
	 * @param start starts the node of a place; completes when its first connection stands
	 * or has failed
	 */
	void await(IntFunction<CompletionStage<?>> start) {
		List<CompletableFuture<?>> tried = IntStream.range(0, this.quorum.size())
			.<CompletableFuture<?>>mapToObj((i) -> start.apply(i).toCompletableFuture().exceptionally((ex) -> null))
			.toList();
		CompletableFuture<Void> decided = new CompletableFuture<>();
		tried.forEach((node) -> node.thenRun(() -> {
			if (isDecided(tried)) {
				decided.complete(null);
			}
		}));
		CompletableFuture<Void> forOthers = new CompletableFuture<>();
		this.timers.later(() -> forOthers.complete(null), this.quorum.terms().commandTimeout().toMillis());
		this.runtime.awaitUninterruptibly(
				CompletableFuture.anyOf(CompletableFuture.allOf(tried.toArray(CompletableFuture[]::new)),
						CompletableFuture.allOf(decided, forOthers)),
				this.quorum.terms().startTimeout().toNanos());
	}

	private boolean isDecided(List<CompletableFuture<?>> tried) {
		int up = 0;
		int down = 0;
		for (int i = 0; i < tried.size(); i++) {
			if (tried.get(i).isDone()) {
				boolean stands = this.quorum.nodes().get(i).state().commands().condition() == Condition.UP;
				up += stands ? 1 : 0;
				down += stands ? 0 : 1;
			}
		}
		return up >= this.quorum.majority() || down > this.quorum.size() - this.quorum.majority();
	}

}
