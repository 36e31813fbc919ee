package io.github.lockstarter.record;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * The state of one lock: its holders, its waiters, and the time of the command. Not safe
 * for threads.
 */
final class LockState {

	static final int ALONE = 1;

	final WaiterQueue queue;

	final LockGroup group = new LockGroup();

	@Nullable String owner;

	// the end of its lease in milliseconds, null after a release
	@Nullable Long ends;

	// the last token that was issued
	long fence;

	// the first token of the owner
	long first;

	// the attempt that released it before this owner
	String former = "";

	// the end of the last handed-over lease of the usual length, of the owner or of
	// members of a group
	long handedUntil;

	// the time of the command, and whose clock it is
	String clock = "";

	long now;

	long micros;

	private final long block;

	/**
	 * Creates a free lock.
	 * @param block how many tokens an owner gets
	 * @param mostLooks how many places and gaps of the queue one command examines
	 */
	LockState(long block, int mostLooks) {
		this.block = block;
		this.queue = new WaiterQueue(mostLooks);
	}

	/**
	 * The end of the lease.
	 * @return milliseconds of the server, zero without an owner
	 */
	long end() {
		return (this.ends != null) ? this.ends : 0;
	}

	/**
	 * The attempt that has released the lock: the last owner, or the one whose minimum
	 * hold still runs.
	 */
	@Nullable String releasedBy() {
		if (this.owner == null || this.ends == null) {
			return this.owner;
		}
		return AttemptId.releasedBy(this.owner);
	}

	/**
	 * Grants the lock, or a share of it.
	 * @param limit how many may have it at once, zero for any number
	 * @param before the attempt that has released the lock
	 */
	Given give(String id, long lease, int limit, String before) {
		if (limit == ALONE) {
			this.first = nextToken();
			this.fence = this.first + this.block - 1;
			this.owner = id;
			this.ends = this.now + lease;
			this.former = before;
			this.handedUntil = 0;
			return new Given(id, this.first, this.fence, lease);
		}
		boolean reads = limit == 0;
		long token = (reads && isShared()) ? this.first : nextToken();
		long end = this.now + lease;
		if (!isShared()) {
			this.group.clear();
			this.owner = LockGroup.OWNER;
			this.first = token;
			this.former = before;
			this.ends = end;
		}
		this.fence = Math.max(this.fence, token);
		this.ends = Math.max(end(), end);
		this.group.admit(id, end, reads ? 0 : token);
		return new Given(id, token, token, lease);
	}

	/**
	 * The next token: larger than every token before, and after a loss of the data still
	 * larger by the clock.
	 */
	long nextToken() {
		return Math.max(this.fence + 1, this.micros);
	}

	/**
	 * The end of a minimum hold. Rounded up: part of the millisecond that now names is
	 * left, and a minimum hold must not end early.
	 */
	long afterAllOf(long hold) {
		return (this.micros + 999) / 1_000 + hold;
	}

	/**
	 * Frees the lock and keeps its last owner.
	 */
	void free() {
		this.ends = null;
		this.handedUntil = 0;
	}

	/**
	 * Whether a group has the lock, including one whose leases have all expired.
	 */
	boolean isShared() {
		return LockGroup.OWNER.equals(this.owner);
	}

	/**
	 * Whether a group has the lock, after dropping the expired members.
	 * @param asking the attempt that asks
	 */
	boolean isStillShared(String asking) {
		if (isShared() && this.group.earliest() <= this.now) {
			reclaim(asking);
		}
		return isShared();
	}

	/**
	 * Drops the members whose lease has expired. The client of a member that was handed
	 * its place and neither claimed nor renewed it is in doubt.
	 */
	void reclaim(String asking) {
		this.group.reclaim(this.now).forEach((id, member) -> {
			if (member.ends() == this.handedUntil && this.group.isHanded(id) && this.queue.isOpen()
					&& !AttemptId.client(id).equals(AttemptId.client(asking))) {
				this.queue.doubt(id);
			}
		});
		dissolveIfEmpty();
	}

	/**
	 * Whether a lock without an owner has room for one more.
	 */
	boolean fits(int limit) {
		return !isShared() || limit == 0 || (limit > ALONE && this.group.size() < limit);
	}

	/**
	 * Extends the lease of a member.
	 * @return its end
	 */
	long extend(String id, LockGroup.Member member, long lease) {
		long end = Math.max(member.ends(), this.now + lease);
		this.group.extend(id, end);
		this.ends = Math.max(end(), end);
		return end;
	}

	void dissolveIfEmpty() {
		if (this.group.size() == 0) {
			dissolve();
		}
	}

	/**
	 * Frees the lock and forgets its group.
	 */
	void dissolve() {
		this.owner = null;
		this.group.clear();
		free();
	}

	KeptLock kept() {
		String shared = isShared() ? this.group.text() : "";
		String waiters = this.queue.text();
		return new KeptLock(this.owner, this.ends, this.fence, this.first, this.former, this.handedUntil,
				(shared.isEmpty() || waiters.isEmpty()) ? shared + waiters : shared + '\n' + waiters);
	}

	void restore(KeptLock kept) {
		this.owner = kept.owner();
		this.ends = kept.ends();
		this.fence = kept.fence();
		this.first = kept.first();
		this.former = kept.former();
		this.handedUntil = kept.handedUntil();
		this.group.restore(kept.sharers());
		this.queue.restore(kept.waiters());
	}

	ServerTime time() {
		return new ServerTime(this.clock, this.now);
	}

	/**
	 * The reply to the attempt that asked, after a hand-off.
	 */
	StoreReply answer(String id, long ticket, @Nullable Given given) {
		return (given != null && given.id().equals(id))
				? answer(Status.OWNED, given.first(), given.last(), given.lease(), 0) : waits(ticket, given);
	}

	StoreReply waits(long ticket, @Nullable Given given) {
		if (isShared()) {
			return answer(Status.WAIT, this.group.earliest() - this.now, (ticket > 0) ? this.queue.place(ticket) : 0);
		}
		return (given != null) ? answer(Status.WAIT, given.lease(), (ticket > 0) ? this.queue.place(ticket) : 0)
				: answer(Status.WAIT, 0, (ticket > 0) ? 1 : 0);
	}

	/**
	 * The reason to refuse an attempt that asks for the lock: it asks too late, or has
	 * released the lock before.
	 */
	@Nullable Status refusal(String id, long cutoff) {
		if (this.now > cutoff) {
			return Status.STALE;
		}
		return (id.equals(releasedBy()) || id.equals(this.former)) ? Status.FINISHED : null;
	}

	StoreReply answer(Status status) {
		return answer(status, 0, 0);
	}

	StoreReply answer(Status status, long leaseMillis, long place) {
		return answer(status, 0, 0, leaseMillis, place);
	}

	StoreReply answer(Status status, long firstToken, long lastToken, long leaseMillis, long place) {
		return StoreReply.of(status, time()).withTokens(firstToken, lastToken).withLease(leaseMillis).withQueue(place);
	}

	/**
	 * A grant.
	 *
	 * @param id the attempt
	 * @param first the first token
	 * @param last the last token
	 * @param lease the length of the lease
	 */
	record Given(String id, long first, long last, long lease) {

	}

}
