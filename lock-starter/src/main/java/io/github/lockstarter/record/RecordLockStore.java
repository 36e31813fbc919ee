package io.github.lockstarter.record;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;

/**
 * A store that keeps each lock as a {@link LockRecord}. A subclass decides where the
 * record is stored, how it is changed atomically, and how waiters are notified. It may
 * override a method whose effect its server achieves in one step without the rules.
 */
public abstract class RecordLockStore implements LockStore {

	/**
	 * Changes a lock atomically, in the order of the calls for the same name. Messages of
	 * the rules are sent once the change is stored.
	 * @param name the lock name
	 * @param notAfter after which moment it must not be changed, in nanoseconds of the
	 * monotonic clock, or {@link #NO_LIMIT}
	 * @param rules the change; may be applied more than once, each time to the current
	 * lock
	 * @return the reply of the rules; fails as those of a {@link LockStore} do
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
	 * None: the rules include shared locks. A subclass with other limits overrides this.
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
	 * Describes the lock. The holder is an attempt here: a store that knows a readable
	 * name replaces it.
	 */
	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return change(name, NO_LIMIT, (lock, cutoff) -> lock.describe());
	}

	/**
	 * A change of a lock.
	 */
	@FunctionalInterface
	protected interface Rules {

		/**
		 * Applies the change.
		 * @param lock the lock, with its clock set
		 * @param cutoff after which millisecond of the server nothing is changed
		 * @return the answer
		 */
		StoreReply apply(LockRecord lock, long cutoff);

	}

}
