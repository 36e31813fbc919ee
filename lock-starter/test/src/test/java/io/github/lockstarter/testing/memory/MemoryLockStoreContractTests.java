package io.github.lockstarter.testing.memory;

import java.time.Duration;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.core.RecordQueueContract;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

/**
 * The store in memory keeps the contract too: so the rules that the scripts are compared
 * with are no copy of their mistakes.
 */
class MemoryLockStoreContractTests extends RecordQueueContract {

	private final MemoryServer server = new MemoryServer(
			// time for a busy machine to take what was handed over
			LockSettings.of((settings) -> settings.getHandOff().setLease(Duration.ofSeconds(20))),
			new SystemLockClock());

	@Override
	protected LockStore store() {
		return new MemoryLockStore(this.server, "contract");
	}

}
