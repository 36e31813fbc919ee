package io.github.lockstarter.aspect;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.lockstarter.runtime.ReleaseDeferral.Deferred;

/**
 * Keeps a lease until the transaction in which it was taken or closed has completed.
 * Refuses the commit when the lease is over by then. The minimum hold applies only to
 * work that was committed.
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

	/**
	 * Registers the release anew, behind everything that was registered meanwhile: what
	 * listens for the end of the transaction runs under the lock too.
	 */
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
		// a transaction that another system ends may skip the step before the completion
		if (!this.releasedByLast) {
			end(status);
		}
	}

	private void end(int status) {
		this.release.end(status == STATUS_COMMITTED);
	}

}
