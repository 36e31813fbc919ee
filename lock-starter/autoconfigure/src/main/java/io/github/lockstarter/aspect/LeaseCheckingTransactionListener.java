package io.github.lockstarter.aspect;

import java.util.List;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;
import org.springframework.transaction.TransactionExecution;
import org.springframework.transaction.TransactionExecutionListener;
import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;

/**
 * Rolls back a transaction if a lease on which it depends is lost before the commit.
 */
public final class LeaseCheckingTransactionListener implements TransactionExecutionListener {

	private final Supplier<LateWrites> lateWrites;

	public LeaseCheckingTransactionListener() {
		this(() -> LateWrites.NONE);
	}

	public LeaseCheckingTransactionListener(Supplier<LateWrites> lateWrites) {
		this.lateWrites = lateWrites;
	}

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

	@Override
	public void beforeCommit(TransactionExecution transaction) {
		// the end of a nested transaction commits nothing
		if (!transaction.isNewTransaction() || !TransactionSynchronizationManager.isSynchronizationActive()) {
			return;
		}
		List<LeaseSynchronization> checks = TransactionSynchronizationManager.getSynchronizations()
			.stream()
			.filter(LeaseSynchronization.class::isInstance)
			.map(LeaseSynchronization.class::cast)
			.toList();
		checks.forEach(LeaseSynchronization::checkLeases);
		if (!checks.isEmpty()) {
			this.lateWrites.get().checkBehind(() -> checkAtLast(checks));
		}
	}

	// an exception from here is wrapped on its way, so the loss is kept for the end
	private void checkAtLast(List<LeaseSynchronization> checks) {
		try {
			checks.forEach(LeaseSynchronization::checkLeases);
		}
		catch (LockLostException ex) {
			TransactionSynchronizationManager.bindResource(this, ex);
			throw ex;
		}
	}

	@Override
	public void afterCommit(TransactionExecution transaction, @Nullable Throwable commitFailure) {
		throwLoss();
	}

	@Override
	public void afterRollback(TransactionExecution transaction, @Nullable Throwable rollbackFailure) {
		throwLoss();
	}

	private void throwLoss() {
		if (TransactionSynchronizationManager.unbindResourceIfPossible(this) instanceof LockLostException ex) {
			throw ex;
		}
	}

	private record LeaseCheck(List<Lease> leases) implements LeaseSynchronization {

		@Override
		public void checkLeases() {
			this.leases.forEach(LeaseCheck::ensureNotLost);
		}

		private static void ensureNotLost(Lease lease) {
			try {
				lease.ensureHeld();
			}
			catch (IllegalStateException ex) {
				// not lost: the application has closed this lease before its commit
			}
		}

	}

}
