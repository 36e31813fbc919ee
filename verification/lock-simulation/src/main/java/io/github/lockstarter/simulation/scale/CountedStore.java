package io.github.lockstarter.simulation.scale;

import java.util.List;
import java.util.concurrent.CompletionStage;

import io.github.lockstarter.simulation.client.SimulatedStore;
import io.github.lockstarter.simulation.scale.Traffic.Kind;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreReply;

/**
 * A store that counts what is asked of it and what it tells.
 */
final class CountedStore implements LockStore {

	private final LockStore store;

	private final Traffic traffic;

	private final Places places;

	/**
	 * Creates the store.
	 * @param store does what is asked
	 * @param traffic counts it
	 * @param places is told who waits where
	 */
	CountedStore(LockStore store, Traffic traffic, Places places) {
		this.store = store;
		this.traffic = traffic;
		this.places = places;
	}

	@Override
	public String label() {
		return this.store.label();
	}

	@Override
	public String clientId() {
		return this.store.clientId();
	}

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		this.traffic.asked(name, Kind.ACQUIRE);
		return this.store.acquire(name, id, leaseMillis, waitMillis, notAfter).thenApply((reply) -> {
			this.places.answered(name, id, reply);
			return reply;
		});
	}

	@Override
	public CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		this.traffic.asked(name, Kind.ASK_AGAIN);
		return this.store.askAgain(name, id, leaseMillis, waitMillis, notAfter).thenApply((reply) -> {
			this.places.answered(name, id, reply);
			return reply;
		});
	}

	@Override
	public CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		this.traffic.asked(name, Kind.RENEW);
		return this.store.renew(name, id, leaseMillis);
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		this.traffic.renewed(renewals);
		return this.store.renew(renewals);
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		this.traffic.asked(name, Kind.RELEASE);
		return this.store.release(name, id, holdMillis);
	}

	@Override
	public CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		this.traffic.asked(name, Kind.CANCEL);
		return this.store.cancel(name, id, acceptMillis, notAfter);
	}

	@Override
	public CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis, long waitMillis,
			long notAfter) {
		this.traffic.asked(name, Kind.YIELD);
		return this.store.yield(name, id, nextId, leaseMillis, waitMillis, notAfter);
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		this.traffic.asked(name(message), Kind.CANCEL);
		return this.store.giveBack(message);
	}

	@Override
	public CompletionStage<StoreReply> force(String name) {
		return this.store.force(name);
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return this.store.describe(name);
	}

	@Override
	public boolean isPushAvailable(String name) {
		return this.store.isPushAvailable(name);
	}

	@Override
	public void resubscribe(String name) {
		this.store.resubscribe(name);
	}

	@Override
	public void start(Listener listener) {
		this.store.start(new Listener() {

			@Override
			public void onHandOff(PushMessage message) {
				boolean grant = message.kind() == PushMessage.Kind.GRANT;
				CountedStore.this.traffic.told(name(message), grant);
				if (grant) {
					CountedStore.this.places.granted(name(message), message.id());
				}
				listener.onHandOff(message);
			}

			@Override
			public void onSubscribed() {
				listener.onSubscribed();
			}

			@Override
			public void onServerChanged() {
				listener.onServerChanged();
			}

		});
	}

	@Override
	public void stop() {
		this.store.stop();
	}

	private static String name(PushMessage message) {
		return message.key().substring(SimulatedStore.KEY_PREFIX.length() + 1);
	}

}
