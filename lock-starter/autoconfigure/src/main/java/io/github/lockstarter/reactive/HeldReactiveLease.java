package io.github.lockstarter.reactive;

import java.util.concurrent.Executor;
import java.util.function.Predicate;

import reactor.core.publisher.Mono;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.core.EngineLease;
import io.github.lockstarter.core.WorkEnd;

/**
 * A lease of the engine whose closing signals come on threads for callers.
 */
final class HeldReactiveLease implements ReactiveLease {

	private final EngineLease lease;

	private final ApplicationTasks tasks;

	HeldReactiveLease(EngineLease lease, ApplicationTasks tasks) {
		this.lease = lease;
		this.tasks = tasks;
	}

	@Override
	public ReactiveLease onLost(Runnable listener) {
		this.lease.onLost(listener);
		return this;
	}

	@Override
	public Mono<Void> release() {
		return end(WorkEnd.NORMAL, (lost) -> false);
	}

	@Override
	public Mono<Void> releaseNow() {
		return end(WorkEnd.FAILED, (lost) -> false);
	}

	@Override
	public Mono<Void> close() {
		return end(WorkEnd.NORMAL, (lost) -> !this.lease.isToldOfLoss());
	}

	private Mono<Void> end(WorkEnd work, Predicate<LockLostException> told) {
		return Mono.create((sink) -> {
			Executor subscriber = this.tasks.callerOrNone();
			this.lease.end(work).thenAccept((lost) -> subscriber.execute(() -> {
				if (lost.filter(told).isPresent()) {
					sink.error(lost.get());
				}
				else {
					sink.success();
				}
			}));
		});
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
