package io.github.lockstarter.core;

import org.junit.jupiter.api.Tag;

import io.github.lockstarter.store.LockStore;

/**
 * A store of sessions can keep the contract: its locks end with them, it grants less than
 * it is asked for, and it says nothing of any clock.
 */
// the contract on a model; SessionLockStoreContractTests has it on the product
@Tag("slow")
class SessionModelTests extends QueueContract implements SessionContract {

	private final SessionServer server = new SessionServer();

	@Override
	protected LockStore store() {
		return new SessionModelStore(this.server);
	}

	@Override
	public long granted(long askedMillis) {
		return Math.min(askedMillis, SessionModelStore.MOST_MILLIS);
	}

	@Override
	public void endSession(LockStore store) {
		this.server.expire(store.clientId());
	}

}
