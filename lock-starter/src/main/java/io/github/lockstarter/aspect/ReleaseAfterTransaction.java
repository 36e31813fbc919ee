package io.github.lockstarter.aspect;

import java.util.function.BooleanSupplier;

import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.lockstarter.runtime.ReleaseDeferral;

/**
 * Defers the release of a lock that is closed inside an open transaction until that has
 * completed, whatever interface closes it.
 */
public final class ReleaseAfterTransaction implements ReleaseDeferral {

	private final BooleanSupplier wanted;

	/**
	 * Creates the deferral.
	 * @param wanted whether locks are kept until the transaction has completed; otherwise
	 * they are released when they are closed
	 */
	public ReleaseAfterTransaction(BooleanSupplier wanted) {
		this.wanted = wanted;
	}

	/**
	 * Whether the calling thread has a transaction open that it will complete.
	 */
	static boolean isTransactionOpen() {
		return TransactionSynchronizationManager.isSynchronizationActive()
				&& TransactionSynchronizationManager.isActualTransactionActive();
	}

	@Override
	public boolean isWanted() {
		return isTransactionOpen() && this.wanted.getAsBoolean();
	}

	@Override
	public void defer(Deferred release) {
		TransactionSynchronizationManager.registerSynchronization(new LeaseOfTransaction(release));
	}

}
