package io.github.lockstarter.redis;

import org.junit.jupiter.api.Tag;

import io.github.lockstarter.core.RecordQueueContract;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.SystemLockClock;

/**
 * The store on a real Redis Cluster. The names are random, so that they are on all nodes.
 */
// the contract runs on one Redis in each build; ClusterRoutingIntegrationTests has in the
// gate what a cluster adds
@Tag("slow")
class ClusterLockStoreContractIntegrationTests extends RecordQueueContract {

	@Override
	protected LockStore store() {
		RedisClients clients = new RedisClients(SharedCluster.factory(SharedCluster.get(), "contract"),
				LockInstance.DEFAULTS.commandTimeout());
		return new LettuceLockStore(clients, LockInstance.DEFAULTS, "lock", "test@host:1", new SystemLockClock());
	}

}
