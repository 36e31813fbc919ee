package io.github.lockstarter.aspect;

import org.springframework.transaction.support.TransactionSynchronization;

/**
 * Checks the leases without which its transaction must not commit.
 */
interface LeaseSynchronization extends TransactionSynchronization {

	void checkLeases();

	@Override
	default int getOrder() {
		return LOWEST_PRECEDENCE; // last: others may still write
	}

	@Override
	default void beforeCommit(boolean readOnly) {
		checkLeases();
	}

}
