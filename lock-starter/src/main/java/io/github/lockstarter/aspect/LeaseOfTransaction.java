package io.github.lockstarter.aspect;

import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.lockstarter.Lease;

/**
 * Keeps a lease until the transaction it was taken in has completed. Refuses the commit
 * when the lease is over by then. The minimum hold applies only to work that was
 * committed.
 */
final class LeaseOfTransaction implements LeaseSynchronization {

	private final Lease lease;

	private volatile boolean bodyFailed;

	private boolean releasedByLast;

	LeaseOfTransaction(Lease lease) {
		this.lease = lease;
	}

	/**
	 * The body threw. Whatever becomes of the transaction, that work may be repeated at
	 * once.
	 */
	void bodyFailed() {
		this.bodyFailed = true;
	}

	@Override
	public void checkLeases() {
		this.lease.ensureHeld();
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
		if (status == STATUS_COMMITTED && !this.bodyFailed) {
			this.lease.release();
		}
		else {
			this.lease.releaseNow();
		}
	}

}
