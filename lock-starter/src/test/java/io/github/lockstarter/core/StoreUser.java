package io.github.lockstarter.core;

import java.util.List;
import java.util.Objects;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;

/**
 * One application instance for the {@link LockStoreContract}: a store, and what it was
 * told.
 */
final class StoreUser implements LockStore.Listener {

	final LockStore store;

	private final String name;

	private final BlockingQueue<PushMessage> handOffs = new LinkedBlockingQueue<>();

	StoreUser(LockStore store, String name) {
		this.store = store;
		this.name = name;
	}

	void start() {
		this.store.start(this);
		Awaitility.await().until(() -> this.store.isPushAvailable(this.name));
	}

	void stop() {
		this.store.stop();
	}

	String id(int attempt) {
		return this.store.clientId() + ":" + attempt;
	}

	/**
	 * The next message.
	 */
	PushMessage handOff() {
		try {
			return Objects.requireNonNull(this.handOffs.poll(120, TimeUnit.SECONDS), "no message");
		}
		catch (InterruptedException ex) {
			throw new IllegalStateException(ex);
		}
	}

	/**
	 * The messages that nobody has looked at.
	 */
	List<PushMessage> handOffs() {
		return List.copyOf(this.handOffs);
	}

	/**
	 * Forgets the messages that nobody has looked at.
	 */
	void clear() {
		this.handOffs.clear();
	}

	StoreReply acquire(int attempt, long wait) {
		return acquire(id(attempt), wait);
	}

	StoreReply acquire(String id, long wait) {
		return LockStoreContract
			.answer(this.store.acquire(this.name, id, LockStoreContract.LEASE, wait, LockStore.NO_LIMIT));
	}

	StoreReply askAgain(String id, long wait) {
		return LockStoreContract
			.answer(this.store.askAgain(this.name, id, LockStoreContract.LEASE, wait, LockStore.NO_LIMIT));
	}

	StoreReply renew(int attempt) {
		return renew(attempt, LockStoreContract.LEASE);
	}

	StoreReply renew(int attempt, long lease) {
		return LockStoreContract.answer(this.store.renew(this.name, id(attempt), lease));
	}

	StoreReply release(int attempt) {
		return LockStoreContract.answer(this.store.release(this.name, id(attempt), 0));
	}

	StoreReply cancel(int attempt, long accept) {
		return LockStoreContract.answer(this.store.cancel(this.name, id(attempt), accept, LockStore.NO_LIMIT));
	}

	StoreReply yield(int attempt, int next) {
		return LockStoreContract.answer(this.store.yield(this.name, id(attempt), id(next), LockStoreContract.LEASE,
				LockStoreContract.WAIT, LockStore.NO_LIMIT));
	}

	StoreReply describe() {
		return LockStoreContract.answer(this.store.describe(this.name));
	}

	@Override
	public void onHandOff(PushMessage message) {
		this.handOffs.add(message);
	}

	@Override
	public void onSubscribed() {
	}

}
