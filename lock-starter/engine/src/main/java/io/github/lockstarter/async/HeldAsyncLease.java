package io.github.lockstarter.async;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executor;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.core.EngineLease;
import io.github.lockstarter.core.WorkEnd;

/**
 * A lease of the engine whose futures complete on threads for callers.
 */
final class HeldAsyncLease implements AsyncLease {

	private final EngineLease lease;

	private final ApplicationTasks tasks;

	HeldAsyncLease(EngineLease lease, ApplicationTasks tasks) {
		this.lease = lease;
		this.tasks = tasks;
	}

	@Override
	public AsyncLease onLost(Runnable listener) {
		this.lease.onLost(listener);
		return this;
	}

	@Override
	public CompletableFuture<@Nullable Void> release() {
		return end(WorkEnd.NORMAL, (lost) -> false);
	}

	@Override
	public CompletableFuture<@Nullable Void> releaseNow() {
		return end(WorkEnd.FAILED, (lost) -> false);
	}

	@Override
	public CompletableFuture<@Nullable Void> close() {
		return end(WorkEnd.NORMAL, (lost) -> !this.lease.isToldOfLoss());
	}

	private CompletableFuture<@Nullable Void> end(WorkEnd work, Predicate<LockLostException> told) {
		Executor caller = this.tasks.callerOrNone();
		CompletableFuture<@Nullable Void> ended = new CompletableFuture<>();
		this.lease.end(work).thenAccept((lost) -> caller.execute(() -> {
			if (lost.filter(told).isPresent()) {
				ended.completeExceptionally(lost.get());
			}
			else {
				ended.complete(null);
			}
		}));
		return ended;
	}

	@Override
	public Lease asLease() {
		return this.lease;
	}

	@Override
	public String toString() {
		return this.lease.toString();
	}

}
