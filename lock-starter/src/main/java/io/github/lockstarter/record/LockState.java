package io.github.lockstarter.record;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * One lock: who has it, who waits for it, and what time it is. Not safe for threads.
 */
final class LockState {

	static final int ALONE = 1;

	final WaiterQueue queue;

	final LockGroup group = new LockGroup();

	@Nullable String owner;

	// the end of its lease in milliseconds, null if it has given the lock back
	@Nullable Long ends;

	// the last token that was given
	long fence;

	// the first token of the owner
	long first;

	// the attempt that owned it before, by whose hand it went on
	String former = "";

	// the end of a provisional lease that is as long as those are at most, of the owner
	// or of those of a group whom a hand-off has let in
	long handedUntil;

	// when the command came, and by whose clock
	String clock = "";

	long now;

	long micros;

	private final long block;

	/**
	 * A free lock.
	 * @param block how many tokens an owner gets
	 * @param mostLooks how many places and gaps of the queue one command looks at
	 */
	LockState(long block, int mostLooks) {
		this.block = block;
		this.queue = new WaiterQueue(mostLooks);
	}

	/**
	 * When the lease ends.
	 * @return milliseconds of the server, zero if nobody owns the lock
	 */
	long end() {
		return (this.ends != null) ? this.ends : 0;
	}

	/**
	 * Who has given it back: the owner that has, or whose minimum hold goes on.
	 */
	@Nullable String releasedBy() {
		if (this.owner == null || this.ends == null) {
			return this.owner;
		}
		return AttemptId.releasedBy(this.owner);
	}

	/**
	 * Gives the lock, or a share of it.
	 * @param limit how many may have it at once, zero for any number
	 * @param before who has released it
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
	 * The next token: larger than every one before, and after all was forgotten still
	 * larger by the clock.
	 */
	long nextToken() {
		return Math.max(this.fence + 1, this.micros);
	}

	/**
	 * The end of a minimum hold, not before all of it is over: of the millisecond that
	 * now names a part is.
	 */
	long afterAllOf(long hold) {
		return (this.micros + 999) / 1_000 + hold;
	}

	/**
	 * Nobody owns it; who did is known.
	 */
	void free() {
		this.ends = null;
		this.handedUntil = 0;
	}

	/**
	 * Whether those who share the lock have it, or had until their leases were over.
	 */
	boolean isShared() {
		return LockGroup.OWNER.equals(this.owner);
	}

	/**
	 * The same now: those whose lease is over are not among them.
	 * @param asking who asks
	 */
	boolean isStillShared(String asking) {
		if (isShared() && this.group.earliest() <= this.now) {
			reclaim(asking);
		}
		return isShared();
	}

	/**
	 * Drops those whose lease is over. The client of one that was handed its place and
	 * has neither claimed nor renewed it is in doubt.
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
	 * Whether one more may have a lock that no owner has.
	 */
	boolean fits(int limit) {
		return !isShared() || limit == 0 || (limit > ALONE && this.group.size() < limit);
	}

	/**
	 * Makes the lease of a member longer.
	 * @return when it ends
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
	 * Nobody shares the lock any more; who did is not known.
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
	 * The answer to who has asked, after a hand-off.
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
	 * Why nothing is done for an attempt that asks for the lock: it asks too late, or has
	 * given it back before.
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
	 * What somebody was given.
	 *
	 * @param id who
	 * @param first the first token
	 * @param last the last token
	 * @param lease the length of the lease
	 */
	record Given(String id, long first, long last, long lease) {

	}

}
