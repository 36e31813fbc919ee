package io.github.lockstarter.redis;

import io.github.lockstarter.core.QueueContract;
import io.github.lockstarter.store.LockStore;

/**
 * The model that the scripts are compared with keeps the contract too: so the model is no
 * copy of their mistakes.
 */
class ModelLockStoreContractTests extends QueueContract {

	private final ModelServer server = new ModelServer();

	@Override
	protected LockStore store() {
		return new ModelLockStore(this.server);
	}

}
