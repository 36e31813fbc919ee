package io.github.lockstarter.aspect.reactive;

import org.springframework.transaction.reactive.TransactionSynchronization;
import reactor.core.publisher.Mono;

import io.github.lockstarter.reactive.ReactiveLease;

/**
 * Keeps a lease until the reactive transaction it was taken in has completed. Refuses the
 * commit when the lease is over by then. The minimum hold applies only to work that was
 * committed.
 */
final class ReactiveLeaseOfTransaction implements TransactionSynchronization {

	private final ReactiveLease lease;

	private volatile boolean bodyFailed;

	ReactiveLeaseOfTransaction(ReactiveLease lease) {
		this.lease = lease;
	}

	/**
	 * The body failed. Whatever becomes of the transaction, that work may be repeated at
	 * once.
	 */
	void bodyFailed() {
		this.bodyFailed = true;
	}

	@Override
	public Mono<Void> beforeCommit(boolean readOnly) {
		return Mono.fromRunnable(this.lease::ensureHeld);
	}

	@Override
	public Mono<Void> afterCompletion(int status) {
		return (status == STATUS_COMMITTED && !this.bodyFailed) ? this.lease.release() : this.lease.releaseNow();
	}

}
