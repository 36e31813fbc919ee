package io.github.lockstarter.store;

import java.util.List;
import java.util.function.UnaryOperator;

/**
 * The answer of a store to any command about a lock. What a status does not define is
 * zero.
 *
 * @param status what happened
 * @param time when the server answered, by its own clock; {@link ServerTime#NONE} where
 * none is known, and then what is handed on is asked for before it is entered
 * @param firstToken the first fencing token of the owner's block
 * @param lastToken the last fencing token of the owner's block
 * @param leaseMillis what is left of the owner's lease: for {@link Status#OWNED} what was
 * granted from now, which may be less than was asked for; for {@link Status#CANCELLED}
 * that of another owner, if the store has seen one
 * @param queue the position in the queue for {@link Status#WAIT}, zero without a place;
 * the number of waiters for {@link Status#HELD}
 * @param holder who holds the lock, for {@link Status#HELD}; the first one of those who
 * share it; otherwise empty
 * @param sharers who shares the lock, for {@link Status#HELD}
 */
public record StoreReply(Status status, ServerTime time, long firstToken, long lastToken, long leaseMillis, long queue,
		String holder, Sharers sharers) {

	/**
	 * An answer about a lock that nobody shares.
	 * @param status what happened
	 * @param time when the server answered, by its own clock
	 * @param firstToken the first fencing token of the owner's block
	 * @param lastToken the last fencing token of the owner's block
	 * @param leaseMillis what is left of the owner's lease
	 * @param queue the position in the queue, or the number of waiters
	 * @param holder who holds the lock, or empty
	 */
	public StoreReply(Status status, ServerTime time, long firstToken, long lastToken, long leaseMillis, long queue,
			String holder) {
		this(status, time, firstToken, lastToken, leaseMillis, queue, holder, Sharers.NONE);
	}

	/**
	 * An answer that says nothing else.
	 * @param status what happened
	 * @param time when the server answered, by its own clock
	 * @return the reply, zero and empty besides
	 */
	public static StoreReply of(Status status, ServerTime time) {
		return new StoreReply(status, time, 0, 0, 0, 0, "");
	}

	/**
	 * The same with an owner's block of fencing tokens.
	 * @param first the first fencing token
	 * @param last the last fencing token
	 * @return the reply
	 */
	public StoreReply withTokens(long first, long last) {
		return new StoreReply(this.status, this.time, first, last, this.leaseMillis, this.queue, this.holder,
				this.sharers);
	}

	/**
	 * The same with what is left of the owner's lease.
	 * @param millis how long that is
	 * @return the reply
	 */
	public StoreReply withLease(long millis) {
		return new StoreReply(this.status, this.time, this.firstToken, this.lastToken, millis, this.queue, this.holder,
				this.sharers);
	}

	/**
	 * The same with a place in the queue, or a number of waiters.
	 * @param length which place, or how many wait
	 * @return the reply
	 */
	public StoreReply withQueue(long length) {
		return new StoreReply(this.status, this.time, this.firstToken, this.lastToken, this.leaseMillis, length,
				this.holder, this.sharers);
	}

	/**
	 * The same with who holds the lock.
	 * @param owner the holder
	 * @return the reply
	 */
	public StoreReply withHolder(String owner) {
		return new StoreReply(this.status, this.time, this.firstToken, this.lastToken, this.leaseMillis, this.queue,
				owner, this.sharers);
	}

	/**
	 * The same with those who share the lock; the first of them is the holder.
	 * @param all who they are, at least one
	 * @return the reply
	 */
	public StoreReply withSharers(Sharers all) {
		return new StoreReply(this.status, this.time, this.firstToken, this.lastToken, this.leaseMillis, this.queue,
				all.some().get(0).holder(), all);
	}

	/**
	 * The server's wall clock when it answered.
	 * @return milliseconds, zero where it was not read
	 */
	public long serverNow() {
		return this.time.millis();
	}

	/**
	 * Whether the store holds something for the caller: the lock, or a place in the
	 * queue.
	 * @return whether it would stay behind if the caller went away
	 */
	public boolean isInStore() {
		return this.status == Status.OWNED || (this.status == Status.WAIT && this.queue > 0);
	}

	/**
	 * Who shares a lock.
	 *
	 * @param some the first ones, those with the smallest tokens before, {@value #MOST}
	 * at most
	 * @param readers how many read
	 * @param permits how many have a permit
	 */
	public record Sharers(List<Sharer> some, long readers, long permits) {

		/**
		 * How many are named.
		 */
		public static final int MOST = 20;

		/**
		 * Nobody: the lock has one owner, or none.
		 */
		public static final Sharers NONE = new Sharers(List.of(), 0, 0);

		/**
		 * The same with other names for the holders.
		 * @param names gives each holder its name
		 * @return those who share
		 */
		public Sharers named(UnaryOperator<String> names) {
			return new Sharers(this.some.stream()
				.map((sharer) -> new Sharer(names.apply(sharer.holder()), sharer.fencingToken()))
				.toList(), this.readers, this.permits);
		}

	}

	/**
	 * One of those who share a lock.
	 *
	 * @param holder who it is
	 * @param fencingToken its token
	 */
	public record Sharer(String holder, long fencingToken) {

	}

	/**
	 * What happened. Each store operation says which of these it answers.
	 */
	public enum Status {

		/**
		 * The lock is the caller's.
		 */
		OWNED,

		/**
		 * Another holds it; the caller has a place in the queue if it asked for one.
		 */
		WAIT,

		/**
		 * The command came after its cutoff and was not executed.
		 */
		STALE,

		/**
		 * This id has released the lock before; nothing was done.
		 */
		FINISHED,

		/**
		 * The caller is not the owner any more, or its lease has run out.
		 */
		LOST,

		/**
		 * The lock was given back.
		 */
		RELEASED,

		/**
		 * The lock had been given back by this id before.
		 */
		ALREADY,

		/**
		 * The lock is not, or no longer, the caller's.
		 */
		NOT_OWNER,

		/**
		 * The caller does not wait any more.
		 */
		CANCELLED,

		/**
		 * Somebody holds the lock.
		 */
		HELD,

		/**
		 * Nobody holds the lock.
		 */
		FREE

	}

}
