package io.github.lockstarter.aspect;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.lockstarter.runtime.ReleaseDeferral.Deferred;

/**
 * Keeps a lease until its transaction has completed; no commit if it is lost.
 */
final class LeaseOfTransaction implements LeaseSynchronization {

	private final Deferred release;

	private boolean releasedByLast;

	LeaseOfTransaction(Deferred release) {
		this.release = release;
	}

	@Override
	public void checkLeases() {
		this.release.ensureHeld();
	}

	// registered again: callbacks registered meanwhile run under the lock
	@Override
	public void beforeCompletion() {
		TransactionSynchronizationManager.registerSynchronization(new TransactionSynchronization() {

			@Override
			public void afterCompletion(int status) {
				end(status);
			}

		});
		this.releasedByLast = true;
	}

	@Override
	public void afterCompletion(int status) {
		// an external transaction manager may skip the step before the completion
		if (!this.releasedByLast) {
			end(status);
		}
	}

	private void end(int status) {
		this.release.end(status == STATUS_COMMITTED);
	}

}
