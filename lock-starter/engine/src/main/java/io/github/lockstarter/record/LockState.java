package io.github.lockstarter.record;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * The fields of one lock, with its queue and the time of the command.
 */
final class LockState {

	static final int ALONE = 1;

	final WaiterQueue queue;

	final LockGroup group = new LockGroup();

	@Nullable String owner;

	// in milliseconds of the server, null after a release
	@Nullable Long ends;

	// the last token that was issued
	long fence;

	// the first token of the owner
	long first;

	// the previous owner that handed the lock over
	String former = "";

	// the end of a provisional lease of full length: of the owner, or of the members that
	// a hand-off admitted
	long handedUntil;

	// the time of the command, and the clock that says so
	String clock = "";

	long now;

	long micros;

	private final long block;

	LockState(long block, int mostLooks) {
		this.block = block;
		this.queue = new WaiterQueue(mostLooks);
	}

	long end() {
		return (this.ends != null) ? this.ends : 0;
	}

	// The owner after its release, also while its minimum hold lasts.
	@Nullable String releasedBy() {
		if (this.owner == null || this.ends == null) {
			return this.owner;
		}
		return AttemptId.releasedBy(this.owner);
	}

	// Grants the lock or a share of it; a limit of zero is a reader.
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

	// Larger than every one before, and by the clock larger also if everything was
	// forgotten.
	long nextToken() {
		return Math.max(this.fence + 1, this.micros);
	}

	// Rounded up: part of the millisecond that "now" names has passed.
	long afterAllOf(long hold) {
		return (this.micros + 999) / 1_000 + hold;
	}

	void free() {
		this.ends = null;
		this.handedUntil = 0;
	}

	boolean isShared() {
		return LockGroup.OWNER.equals(this.owner);
	}

	// Drops expired members first.
	boolean isStillShared(String asking) {
		if (isShared() && this.group.earliest() <= this.now) {
			reclaim(asking);
		}
		return isShared();
	}

	// The client of a member that was handed its place and neither claimed nor renewed it
	// is in doubt.
	void reclaim(String asking) {
		this.group.reclaim(this.now).forEach((id, member) -> {
			if (member.ends() == this.handedUntil && this.group.isHanded(id) && this.queue.isOpen()
					&& !AttemptId.client(id).equals(AttemptId.client(asking))) {
				this.queue.doubt(id);
			}
		});
		dissolveIfEmpty();
	}

	// Whether one more holder may have a lock without an exclusive owner.
	boolean fits(int limit) {
		return !isShared() || limit == 0 || (limit > ALONE && this.group.size() < limit);
	}

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

	// The answer to the asking attempt after a hand-off.
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

	// The attempt asks too late, or has released the lock before.
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

	record Given(String id, long first, long last, long lease) {

	}

}
