package io.github.lockstarter.simulation.scale;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.simulation.client.SimulatedStore;
import io.github.lockstarter.simulation.server.Cluster;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;

/**
 * The store of an instance on a cluster that stands still: each lock has its master, by
 * the slot of its key, and each lock is renewed by a request of its own.
 */
final class RoutedStore implements LockStore {

	private static final int SLOTS = 16_384;

	private final List<SimulatedStore> masters;

	/**
	 * Creates the store.
	 * @param masters one for each master
	 */
	RoutedStore(List<SimulatedStore> masters) {
		this.masters = masters;
	}

	private SimulatedStore of(String name) {
		return at(SimulatedStore.KEY_PREFIX + ":" + name);
	}

	private SimulatedStore at(String key) {
		return this.masters.get(Cluster.slot(key) * this.masters.size() / SLOTS);
	}

	@Override
	public String label() {
		return "A simulated cluster";
	}

	@Override
	public String clientId() {
		return this.masters.get(0).clientId();
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return of(name).acquire(name, id, leaseMillis, waitMillis, notAfter);
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return of(name).askAgain(name, id, leaseMillis, waitMillis, notAfter);
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return of(name).renew(name, id, leaseMillis);
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return of(name).release(name, id, holdMillis);
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		return of(name).cancel(name, id, acceptMillis, notAfter);
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		return of(name).yield(name, id, nextId, leaseMillis, waitMillis, notAfter);
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return at(message.key()).giveBack(message);
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return of(name).force(name);
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return of(name).describe(name);
	}

	@Override
	public boolean isPushAvailable(String name) {
		return of(name).isPushAvailable(name);
	}

	@Override
	public void resubscribe(String name) {
		of(name).resubscribe(name);
	}

	@Override
	public void start(Listener listener) {
		this.masters.get(0).start(listener);
		String identity = this.masters.get(0).clientId();
		this.masters.stream().skip(1).forEach((master) -> master.start(listener, identity));
	}

	@Override
	public void stop() {
		this.masters.forEach(SimulatedStore::stop);
	}

}
