package io.github.lockstarter.record;

import java.util.concurrent.CompletionStage;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;

/**
 * A store that keeps each lock as a {@link LockRecord}. Subclasses add where a lock is
 * changed atomically, which clients can be notified, and how. A subclass may override an
 * operation that its server can do in one step with the same effect.
 */
public abstract class RecordLockStore implements LockStore {

	/**
	 * Changes a lock atomically, in the order of the calls for the same name. The
	 * notifications of the rules are sent after the change is stored.
	 * @param name the lock name
	 * @param notAfter when the lock must not be changed any more, in nanoseconds of the
	 * monotonic clock, or {@link #NO_LIMIT}
	 * @param rules the change; may be applied several times, each time to the current
	 * lock
	 * @return the answer of the rules; fails as a stage of {@link LockStore} does
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

	// The rules support every request; a subclass that does not overrides this.
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
	 * Describes the holder as an attempt; a store that knows better names replaces it.
	 * @param name the lock name
	 * @return one of HELD or FREE
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
		 * @param cutoff the last millisecond of the server at which the change takes
		 * effect
		 * @return the answer
		 */
		StoreReply apply(LockRecord lock, long cutoff);

	}

}
