package io.github.lockstarter.aspect.reactive;

import java.util.concurrent.atomic.AtomicBoolean;

import org.springframework.transaction.reactive.TransactionSynchronization;
import org.springframework.transaction.reactive.TransactionSynchronizationManager;
import reactor.core.publisher.Mono;

import io.github.lockstarter.reactive.ReactiveLease;

/**
 * Keeps a lease until the reactive transaction it was taken in has completed. Refuses the
 * commit when the lease is over by then. The minimum hold applies only to work that was
 * committed.
 */
final class ReactiveLeaseOfTransaction implements TransactionSynchronization {

	private final ReactiveLease lease;

	private final AtomicBoolean checkedAgain = new AtomicBoolean();

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

	/**
	 * The body has completed. The lease is checked once more, behind the callbacks that
	 * the body has registered: those of a reactive transaction run in the order in which
	 * they were registered, and nothing runs behind all of them.
	 * @param manager of the transaction
	 */
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
