package io.github.lockstarter.record;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;

/**
 * A store that keeps each lock as a {@link LockRecord}. Where and how it is changed in
 * one step, who can be told, and how, is what a store of records adds. What a server can
 * do in one step by itself a store may do so, in place of the rules and to the same
 * effect.
 */
public abstract class RecordLockStore implements LockStore {

	/**
	 * Changes a lock, all of it or nothing of it, in the order in which this is called
	 * for the same name. What the rules tell others is told when the change is kept.
	 * @param name the lock name
	 * @param notAfter when it must not be changed any more, in nanoseconds of the
	 * monotonic clock, or {@link #NO_LIMIT}
	 * @param rules what is done; may be asked for more than once, each time with the lock
	 * as it is then
	 * @return the answer of the rules; fails as those of a {@link LockStore} do
	 */
	protected abstract CompletionStage<StoreReply> change(String name, long notAfter, Rules rules);

	@Override
	public CompletionStage<StoreReply> acquire(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return change(name, notAfter, (lock, cutoff) -> lock.acquire(id, leaseMillis, waitMillis, cutoff, false));
	}

	@Override
	public final CompletionStage<StoreReply> askAgain(String name, String id, long leaseMillis, long waitMillis,
			long notAfter) {
		return change(name, notAfter, (lock, cutoff) -> lock.acquire(id, leaseMillis, waitMillis, cutoff, true));
	}

	@Override
	public final CompletionStage<StoreReply> share(String name, String id, int limit, long leaseMillis, long waitMillis,
			boolean again, long notAfter) {
		return change(name, notAfter, (lock, cutoff) -> lock.share(id, limit, leaseMillis, waitMillis, cutoff, again));
	}

	/**
	 * Nothing: those who share a lock are in the rules. A store that cannot do something
	 * else says so.
	 */
	@Override
	public @Nullable String objection(LockRequest request) {
		return null;
	}

	@Override
	public final CompletionStage<StoreReply> renew(String name, String id, long leaseMillis) {
		return change(name, NO_LIMIT, (lock, cutoff) -> lock.renew(id, leaseMillis));
	}

	@Override
	public CompletionStage<StoreReply> release(String name, String id, long holdMillis) {
		return change(name, NO_LIMIT, (lock, cutoff) -> lock.release(id, holdMillis));
	}

	@Override
	public final CompletionStage<StoreReply> cancel(String name, String id, long acceptMillis, long notAfter) {
		return change(name, notAfter, (lock, cutoff) -> lock.cancel(id, acceptMillis, cutoff));
	}

	@Override
	public final CompletionStage<StoreReply> yield(String name, String id, String nextId, long leaseMillis,
			long waitMillis, long notAfter) {
		return change(name, notAfter, (lock, cutoff) -> lock.yield(id, nextId, leaseMillis, waitMillis, cutoff));
	}

	@Override
	public CompletionStage<StoreReply> giveBack(PushMessage message) {
		return cancel(message.key(), message.id(), 0, NO_LIMIT);
	}

	@Override
	public final CompletionStage<StoreReply> force(String name) {
		return change(name, NO_LIMIT, (lock, cutoff) -> lock.force());
	}

	@Override
	public final CompletionStage<StoreReply> force(String name, long fencingToken) {
		return change(name, NO_LIMIT, (lock, cutoff) -> lock.force(fencingToken));
	}

	/**
	 * Says who holds the lock. The holder is an attempt here: a store that knows better
	 * names for people puts one in its place.
	 */
	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return change(name, NO_LIMIT, (lock, cutoff) -> lock.describe());
	}

	/**
	 * What is done to a lock.
	 */
	@FunctionalInterface
	protected interface Rules {

		/**
		 * Does it.
		 * @param lock the lock, whose clock is set
		 * @param cutoff after which millisecond of the server it is not done
		 * @return the answer
		 */
		StoreReply apply(LockRecord lock, long cutoff);

	}

}
