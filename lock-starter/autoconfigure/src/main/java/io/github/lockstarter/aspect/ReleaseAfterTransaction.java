package io.github.lockstarter.aspect;

import java.util.function.BooleanSupplier;

import org.springframework.transaction.support.TransactionSynchronizationManager;

import io.github.lockstarter.runtime.ReleaseDeferral;

/**
 * Keeps a lock that is closed inside an open transaction until the transaction ends.
 */
public final class ReleaseAfterTransaction implements ReleaseDeferral {

	private final BooleanSupplier wanted;

	public ReleaseAfterTransaction(BooleanSupplier wanted) {
		this.wanted = wanted;
	}

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
