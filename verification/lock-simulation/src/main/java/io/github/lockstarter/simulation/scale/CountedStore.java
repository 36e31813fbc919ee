package io.github.lockstarter.simulation.scale;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.proof.workload.ForwardingStore;
import io.github.lockstarter.simulation.client.SimulatedStore;
import io.github.lockstarter.simulation.scale.Traffic.Kind;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;

/**
 * A store that counts what is asked of it and what it tells.
 */
final class CountedStore extends ForwardingStore {

	private final Traffic traffic;

	private final Places places;

	/**
	 * Creates the store.
	 * @param store does what is asked
	 * @param traffic counts it
	 * @param places is told who waits where
	 */
	CountedStore(LockStore store, Traffic traffic, Places places) {
		super(store);
		this.traffic = traffic;
		this.places = places;
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		this.traffic.asked(Kind.ACQUIRE);
		return store().acquire(name, id, leaseMillis, waitMillis, notAfter).thenApply((reply) -> {
			this.places.answered(name, id, reply);
			return reply;
		});
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		this.traffic.asked(Kind.ASK_AGAIN);
		return store().askAgain(name, id, leaseMillis, waitMillis, notAfter).thenApply((reply) -> {
			this.places.answered(name, id, reply);
			return reply;
		});
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		this.traffic.asked(Kind.RENEW);
		return store().renew(name, id, leaseMillis);
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		this.traffic.renewed(renewals);
		return store().renew(renewals);
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		this.traffic.asked(Kind.RELEASE);
		return store().release(name, id, holdMillis);
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		this.traffic.asked(Kind.CANCEL);
		return store().cancel(name, id, acceptMillis, notAfter);
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		this.traffic.asked(Kind.YIELD);
		return store().yield(name, id, nextId, leaseMillis, waitMillis, notAfter);
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		this.traffic.asked(Kind.CANCEL);
		return store().giveBack(message);
	}

	@Override
	protected void told(PushMessage message) {
		this.traffic.told();
		if (message.kind() == PushMessage.Kind.GRANT) {
			this.places.granted(message.key().substring(SimulatedStore.KEY_PREFIX.length() + 1), message.id());
		}
	}

}
