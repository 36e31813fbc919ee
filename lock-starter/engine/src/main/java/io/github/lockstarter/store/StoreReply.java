package io.github.lockstarter.store;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The answer of a store to a command about a lock. Values that its status does not define
 * are zero.
 *
 * @param status what happened
 * @param time when the server answered, by its own clock; with {@link ServerTime#NONE} a
 * lock that is handed on is requested again before it is entered
 * @param firstToken the first fencing token of the owner's block
 * @param lastToken the last fencing token of the owner's block
 * @param leaseMillis the rest of the owner's lease; for {@link Status#OWNED} the granted
 * lease from now, which may be shorter than requested; for {@link Status#CANCELLED} that
 * of another owner, if the store has seen one
 * @param queue the position in the queue for {@link Status#WAIT}, zero without a place;
 * the number of waiters for {@link Status#HELD}
 * @param holder the (first) holder, for {@link Status#HELD}; otherwise empty
 * @param sharers the holders of a shared lock, for {@link Status#HELD}
 */
public record StoreReply(Status status, ServerTime time, long firstToken, long lastToken, long leaseMillis, long queue,
		String holder, Sharers sharers) {

	// For an exclusive lock.
	public StoreReply(Status status, ServerTime time, long firstToken, long lastToken, long leaseMillis, long queue,
			String holder) {
		this(status, time, firstToken, lastToken, leaseMillis, queue, holder, Sharers.NONE);
	}

	public static StoreReply of(Status status, ServerTime time) {
		return new StoreReply(status, time, 0, 0, 0, 0, "");
	}

	public StoreReply withTokens(long first, long last) {
		return new StoreReply(this.status, this.time, first, last, this.leaseMillis, this.queue, this.holder,
				this.sharers);
	}

	public StoreReply withLease(long millis) {
		return new StoreReply(this.status, this.time, this.firstToken, this.lastToken, millis, this.queue, this.holder,
				this.sharers);
	}

	public StoreReply withQueue(long length) {
		return new StoreReply(this.status, this.time, this.firstToken, this.lastToken, this.leaseMillis, length,
				this.holder, this.sharers);
	}

	public StoreReply withHolder(String owner) {
		return new StoreReply(this.status, this.time, this.firstToken, this.lastToken, this.leaseMillis, this.queue,
				owner, this.sharers);
	}

	// At least one; the first of them is the holder.
	public StoreReply withSharers(Sharers all) {
		return new StoreReply(this.status, this.time, this.firstToken, this.lastToken, this.leaseMillis, this.queue,
				all.some().get(0).holder(), all);
	}

	public long serverNow() {
		return this.time.millis();
	}

	// Whether the lock, or a place in the queue, would remain if the caller disappeared.
	public boolean isInStore() {
		return this.status == Status.OWNED || (this.status == Status.WAIT && this.queue > 0);
	}

	/**
	 * The holders of a shared lock.
	 *
	 * @param some the first ones, by their tokens, {@value #MOST} at most
	 * @param readers the number of readers
	 * @param permits the number of holders with a permit
	 */
	public record Sharers(List<Sharer> some, long readers, long permits) {

		/**
		 * The largest number of holders that are named.
		 */
		public static final int MOST = 20;

		/**
		 * No shares: the lock is exclusive or free.
		 */
		public static final Sharers NONE = new Sharers(List.of(), 0, 0);

		public Sharers named(UnaryOperator<String> names) {
			return new Sharers(this.some.stream()
				.map((sharer) -> new Sharer(names.apply(sharer.holder()), sharer.fencingToken()))
				.toList(), this.readers, this.permits);
		}

	}

	/**
	 * One holder of a shared lock.
	 *
	 * @param holder its name
	 * @param fencingToken its token
	 */
	public record Sharer(String holder, long fencingToken) {

	}

	/**
	 * What happened. Each operation of a store lists its possible results.
	 */
	public enum Status {

		/**
		 * The caller owns the lock.
		 */
		OWNED,

		/**
		 * Another caller holds it; this one has a place in the queue if it requested one.
		 */
		WAIT,

		/**
		 * The command arrived after its cutoff and was not executed.
		 */
		STALE,

		/**
		 * This id has released the lock before; nothing was done.
		 */
		FINISHED,

		/**
		 * The caller is not the owner any more, or its lease has expired.
		 */
		LOST,

		/**
		 * The lock was released.
		 */
		RELEASED,

		/**
		 * This id had released the lock before.
		 */
		ALREADY,

		/**
		 * The caller does not own the lock.
		 */
		NOT_OWNER,

		/**
		 * The caller does not wait any more.
		 */
		CANCELLED,

		/**
		 * The lock is held.
		 */
		HELD,

		/**
		 * The lock is free.
		 */
		FREE

	}

}
