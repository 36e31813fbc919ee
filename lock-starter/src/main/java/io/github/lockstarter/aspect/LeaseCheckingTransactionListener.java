package io.github.lockstarter.aspect;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronization;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;

/**
 * Rolls back a transaction that began inside locked work when one of the leases of that
 * work is lost before the commit. Does nothing outside locked work, and nothing for
 * transactions without synchronization, such as reactive ones.
 */
public final class LeaseCheckingTransactionListener implements TransactionExecutionListener {

	@Override
	public void afterBegin(TransactionExecution transaction, @Nullable Throwable beginFailure) {
		if (beginFailure != null || !transaction.isNewTransaction()
				|| !TransactionSynchronizationManager.isSynchronizationActive()) {
			return;
		}
		List<Lease> leases = LockContext.all();
		if (!leases.isEmpty()) {
			TransactionSynchronizationManager.registerSynchronization(new LeaseCheck(leases));
		}
	}

	private record LeaseCheck(List<Lease> leases) implements TransactionSynchronization {

		@Override
		public int getOrder() {
			return LOWEST_PRECEDENCE; // last: others may still write before the commit
		}

		@Override
		public void beforeCommit(boolean readOnly) {
			this.leases.forEach(LeaseCheck::ensureNotLost);
		}

		private static void ensureNotLost(Lease lease) {
			try {
				lease.ensureHeld();
			}
			catch (IllegalStateException ex) {
				// the application has closed this lease itself, before its commit: it is
				// not lost
			}
		}

	}

}
