package io.github.lockstarter.testing.memory;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.RecordQueueContract;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

/**
 * The store in memory keeps the contract too: so the rules that the scripts are compared
 * with are no copy of their mistakes.
 */
class MemoryLockStoreContractTests extends RecordQueueContract {

	private final MemoryServer server = new MemoryServer(LockSettings.defaults(), new SystemLockClock());

	@Override
	protected LockStore store() {
		return new MemoryLockStore(this.server, "contract");
	}

}
