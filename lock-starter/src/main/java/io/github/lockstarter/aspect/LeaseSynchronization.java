package io.github.lockstarter.aspect;

import org.springframework.transaction.support.TransactionSynchronization;

import io.github.lockstarter.LockLostException;

/**
 * Knows leases without which its transaction must not commit. It checks them after the
 * callbacks that were registered before it, as the last of its order; those that were
 * registered later, or run before the completion, may take their time after that. So the
 * {@link LeaseCheckingTransactionListener} checks again behind all of them.
 */
interface LeaseSynchronization extends TransactionSynchronization {

	/**
	 * Checks the leases.
	 * @throws LockLostException if one of them is lost
	 */
	void checkLeases();

	@Override
	default int getOrder() {
		return LOWEST_PRECEDENCE; // last: others may still write before the commit
	}

	@Override
	default void beforeCommit(boolean readOnly) {
		checkLeases();
	}

}
