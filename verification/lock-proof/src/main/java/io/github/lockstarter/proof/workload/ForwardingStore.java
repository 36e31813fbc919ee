package io.github.lockstarter.proof.workload;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;

/**
 * A store in front of another one. What is not about one attempt goes on to that one as
 * it is.
 */
public abstract class ForwardingStore implements LockStore {

	private final LockStore store;

	/**
	 * Creates it.
	 * @param store does what is asked
	 */
	protected ForwardingStore(LockStore store) {
		this.store = store;
	}

	/**
	 * The store behind it.
	 * @return who does what is asked
	 */
	protected final LockStore store() {
		return this.store;
	}

	@Override
	public final String label() {
		return this.store.label();
	}

	@Override
	public final String clientId() {
		return this.store.clientId();
	}

	/**
	 * The same to what is shared. To nothing else: a {@code fair} request is asked for of
	 * a quorum, too, which makes no difference between it and any other.
	 */
	@Override
	public final @Nullable String objection(LockRequest request) {
		return request.isShared() ? this.store.objection(request) : null;
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return this.store.giveBack(message);
	}

	@Override
	public final CompletionStage<StoreReply> force(String name) {
		return this.store.force(name);
	}

	@Override
	public final CompletionStage<StoreReply> force(String name, long fencingToken) {
		return this.store.force(name, fencingToken);
	}

	@Override
	public final CompletionStage<StoreReply> describe(String name) {
		return this.store.describe(name);
	}

	@Override
	public final boolean isPushAvailable(String name) {
		return this.store.isPushAvailable(name);
	}

	@Override
	public final void resubscribe(String name) {
		this.store.resubscribe(name);
	}

	@Override
	public final void start(Listener listener) {
		this.store.start(new Listener() {

			@Override
			public void onHandOff(PushMessage message) {
				told(message);
				listener.onHandOff(message);
			}

			@Override
			public void onSubscribed() {
				listener.onSubscribed();
			}

			@Override
			public void onTaken(String id) {
				listener.onTaken(id);
			}

			@Override
			public void onServerChanged() {
				listener.onServerChanged();
			}

		});
	}

	/**
	 * A message has come; the listener has not heard of it yet.
	 * @param message the message
	 */
	protected abstract void told(PushMessage message);

	@Override
	public final void stop() {
		this.store.stop();
	}

}
