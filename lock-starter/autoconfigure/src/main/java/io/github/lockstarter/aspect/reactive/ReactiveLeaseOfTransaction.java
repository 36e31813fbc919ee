package io.github.lockstarter.aspect.reactive;

import java.util.concurrent.atomic.AtomicBoolean;

import org.springframework.transaction.reactive.TransactionSynchronization;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import reactor.core.publisher.Mono;

import io.github.lockstarter.reactive.ReactiveLease;

/**
 * Keeps a lease until its reactive transaction has completed; no commit if it is lost.
 */
final class ReactiveLeaseOfTransaction implements TransactionSynchronization {

	private final ReactiveLease lease;

	private final AtomicBoolean checkedAgain = new AtomicBoolean();

	private volatile boolean bodyFailed;

	ReactiveLeaseOfTransaction(ReactiveLease lease) {
		this.lease = lease;
	}

	// whatever becomes of the transaction, that work may be repeated at once
	void bodyFailed() {
		this.bodyFailed = true;
	}

	// checks the lease once more, behind the callbacks that the body has registered
	void bodyCompleted(TransactionSynchronizationManager manager) {
		if (this.checkedAgain.compareAndSet(false, true) && manager.isSynchronizationActive()) {
			manager.registerSynchronization(new TransactionSynchronization() {

				@Override
				public Mono<Void> beforeCommit(boolean readOnly) {
					return ReactiveLeaseOfTransaction.this.beforeCommit(readOnly);
				}

			});
		}
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
