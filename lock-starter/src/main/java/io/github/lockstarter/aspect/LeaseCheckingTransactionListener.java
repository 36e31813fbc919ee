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
 * Rolls back a transaction that began inside locked work when one of the leases of that
 * work is lost before the commit, and one that keeps a lease when that one is. Checks
 * twice: in a callback, and behind all callbacks, right before the commit. Does nothing
 * outside locked work, and nothing for transactions without synchronization, such as
 * reactive ones.
 */
public final class LeaseCheckingTransactionListener implements TransactionExecutionListener {

	private final Supplier<LateWrites> lateWrites;

	/**
	 * Creates the listener for transactions that write before they commit.
	 */
	public LeaseCheckingTransactionListener() {
		this(() -> LateWrites.NONE);
	}

	/**
	 * Creates the listener.
	 * @param lateWrites what transactions write after their commit has begun; asked for
	 * at the first commit under a lock
	 */
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

	/**
	 * What fails here is wrapped by those that write, so that it is kept for the end.
	 */
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
				// the application has closed this lease itself, before its commit: it is
				// not lost
			}
		}

	}

}
