package io.github.lockstarter.core;

import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreState;
import io.github.lockstarter.store.StoreState.Condition;

/**
 * One application instance for the {@link LockStoreContract}: a store, and what it was
 * told.
 */
final class StoreUser implements LockStore.Listener {

	final LockStore store;

	private final String name;

	private final BlockingQueue<PushMessage> handOffs = new LinkedBlockingQueue<>();

	private final Queue<String> taken = new ConcurrentLinkedQueue<>();

	private final AtomicInteger subscriptions = new AtomicInteger();

	private boolean started;

	StoreUser(LockStore store, String name) {
		this.store = store;
		this.name = name;
	}

	/**
	 * Starts the store. Where there are several servers, all of them can be asked and can
	 * tell: one that comes later answers later questions, with tokens of its own.
	 */
	void start() {
		this.started = true;
		this.store.start(this);
		LockStoreContract.soon().until(() -> this.store.isPushAvailable(this.name));
		LockStoreContract.soon().until(() -> this.store.nodes().values().stream().noneMatch(StoreUser::isDown));
	}

	private static boolean isDown(StoreState state) {
		return state.commands().condition() == Condition.DOWN || state.messages().condition() == Condition.DOWN;
	}

	void stop() {
		if (this.started) {
			this.started = false;
			this.store.stop();
		}
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
	 * The attempts that were told that their lock was taken.
	 */
	Collection<String> taken() {
		return this.taken;
	}

	/**
	 * How many times messages have begun to arrive.
	 */
	int subscriptions() {
		return this.subscriptions.get();
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
		return acquire(id, LockStoreContract.LEASE, wait);
	}

	StoreReply acquire(int attempt, long lease, long wait) {
		return acquire(id(attempt), lease, wait);
	}

	private StoreReply acquire(String id, long lease, long wait) {
		return LockStoreContract.answer(this.store.acquire(this.name, id, lease, wait, LockStore.NO_LIMIT));
	}

	StoreReply askAgain(String id, long wait) {
		return LockStoreContract
			.answer(this.store.askAgain(this.name, id, LockStoreContract.LEASE, wait, LockStore.NO_LIMIT));
	}

	StoreReply share(int attempt, int limit, long wait) {
		return share(attempt, limit, LockStoreContract.LEASE, wait);
	}

	StoreReply share(int attempt, int limit, long lease, long wait) {
		return LockStoreContract
			.answer(this.store.share(this.name, id(attempt), limit, lease, wait, false, LockStore.NO_LIMIT));
	}

	StoreReply renew(int attempt) {
		return renew(attempt, LockStoreContract.LEASE);
	}

	StoreReply renew(int attempt, long lease) {
		return renew(id(attempt), lease);
	}

	StoreReply renew(String id, long lease) {
		return LockStoreContract.answer(this.store.renew(this.name, id, lease));
	}

	StoreReply release(int attempt) {
		return release(attempt, 0);
	}

	StoreReply release(int attempt, long hold) {
		return LockStoreContract.answer(this.store.release(this.name, id(attempt), hold));
	}

	StoreReply cancel(int attempt, long accept) {
		return LockStoreContract.answer(this.store.cancel(this.name, id(attempt), accept, LockStore.NO_LIMIT));
	}

	StoreReply yield(int attempt, int next) {
		return this.yield(attempt, next, LockStoreContract.LEASE);
	}

	StoreReply yield(int attempt, int next, long lease) {
		return LockStoreContract.answer(
				this.store.yield(this.name, id(attempt), id(next), lease, LockStoreContract.WAIT, LockStore.NO_LIMIT));
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
		this.subscriptions.incrementAndGet();
	}

	@Override
	public void onTaken(String id) {
		this.taken.add(id);
	}

}
