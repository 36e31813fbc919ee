package io.github.lockstarter.record;

import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Predicate;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * The rules of one lock. Each operation of {@link LockStore} gives the answers and the
 * notifications that the script gives at the same time of the server; times are in
 * milliseconds, and nothing takes effect after the cutoff. A test compares both with
 * random commands. Not thread-safe.
 */
public final class LockRecord {

	/**
	 * The most places and gaps of the queue that one command examines, as in the scripts.
	 */
	public static final int MOST_LOOKS = 200;

	private static final int ALONE = LockState.ALONE;

	private final LockState state;

	private final WaiterQueue queue;

	private final LockGroup group;

	private final HandOff handOff;

	private final Administration administration;

	/**
	 * Creates a free lock.
	 * @param handOff the longest provisional lease, in milliseconds
	 * @param block how many tokens an owner gets
	 * @param mostLooks the most places and gaps of the queue that one command examines
	 * @param reachable whether a client can be notified
	 * @param messages receives the notifications, without the name of the lock
	 */
	public LockRecord(long handOff, long block, int mostLooks, Predicate<String> reachable,
			Consumer<PushMessage> messages) {
		this.state = new LockState(block, mostLooks);
		this.queue = this.state.queue;
		this.group = this.state.group;
		this.handOff = new HandOff(this.state, handOff, reachable, messages);
		this.administration = new Administration(this.state, this.handOff);
	}

	public KeptLock kept() {
		return this.state.kept();
	}

	public void restore(KeptLock kept) {
		this.state.restore(kept);
	}

	/**
	 * Returns when the last lease and the last place in the queue end; tokens must be
	 * remembered longer.
	 * @return milliseconds since the epoch, zero for never
	 */
	public long lastMillis() {
		return Math.max(this.state.end(), this.queue.lastDeadline());
	}

	/**
	 * Sets the time of the next command.
	 * @param clock identifies the clock, for {@link ServerTime#clock()}
	 * @param micros the time, in microseconds since the epoch
	 */
	public void clock(String clock, long micros) {
		this.state.clock = clock;
		this.state.micros = micros;
		this.state.now = micros / 1_000;
		this.queue.nextCommand();
	}

	public List<String> holders() {
		if (this.state.isShared()) {
			return this.group.holders(this.state.now);
		}
		return (this.state.owner != null && this.state.end() > this.state.now && this.state.releasedBy() == null)
				? List.of(this.state.owner) : List.of();
	}

	public boolean isOfOthers(String client) {
		return holders().stream().anyMatch((holder) -> !AttemptId.client(holder).equals(client))
				|| this.queue.countLive(this.state.now) > 0;
	}

	public StoreReply acquire(String id, long lease, long wait, long cutoff, boolean again) {
		Status refusal = this.state.refusal(id, cutoff);
		if (refusal != null) {
			return this.state.answer(refusal);
		}
		String before = Objects.requireNonNullElse(this.state.releasedBy(), "");
		if (!this.state.isShared() && this.state.end() <= this.state.now && !this.queue.isOpen()) {
			return owned(id, lease, before);
		}
		if (this.state.isStillShared(id)) {
			long ticket = join(id, lease, wait, again, ALONE);
			this.handOff.offer(null, 0, ALONE, "");
			return this.state.waits(ticket, null);
		}
		if (this.state.end() > this.state.now) {
			return id.equals(this.state.owner) ? extended(lease) : queued(id, lease, wait, again, ALONE);
		}
		long ticket = join(id, lease, wait, again, ALONE);
		return this.state.answer(id, ticket, this.handOff.offer(id, lease, ALONE, before));
	}

	public StoreReply share(String id, int limit, long lease, long wait, long cutoff, boolean again) {
		Status refusal = this.state.refusal(id, cutoff);
		if (refusal != null) {
			return this.state.answer(refusal);
		}
		String before = Objects.requireNonNullElse(this.state.releasedBy(), "");
		boolean shared = this.state.isShared();
		LockGroup.Member mine = shared ? this.group.get(id) : null;
		if (!this.queue.isOpen()
				&& (shared ? mine == null && this.group.earliest() > this.state.now && this.state.fits(limit)
						: this.state.end() <= this.state.now)) {
			return this.state.answer(id, 0, this.state.give(id, lease, limit, before));
		}
		if (mine != null && mine.ends() > this.state.now) {
			return extended(id, mine, lease);
		}
		if (mine != null) {
			this.group.drop(id);
			this.state.dissolveIfEmpty();
		}
		else if (!shared && this.state.end() > this.state.now) {
			return id.equals(this.state.owner) ? extended(lease) : queued(id, lease, wait, again, limit);
		}
		this.state.isStillShared(id);
		long ticket = join(id, lease, wait, again, limit);
		return this.state.answer(id, ticket, this.handOff.offer(id, lease, limit, before));
	}

	public StoreReply renew(String id, long lease) {
		LockGroup.Member member = this.state.isShared() ? this.group.get(id) : null;
		if (member != null && member.ends() > this.state.now) {
			return this.state.answer(Status.OWNED, this.state.extend(id, member, lease) - this.state.now, 0);
		}
		if (!id.equals(this.state.owner) || this.state.end() <= this.state.now) {
			return this.state.answer(Status.LOST);
		}
		this.state.ends = Math.max(this.state.end(), this.state.now + lease);
		return this.state.answer(Status.OWNED, this.state.end() - this.state.now, 0);
	}

	public StoreReply release(String id, long hold) {
		if (id.equals(this.state.owner) && this.state.ends != null && !this.queue.isOpen() && hold == 0) {
			this.state.free();
			return releasedAtOnce();
		}
		LockGroup.Member left = this.state.isShared() ? this.group.drop(id) : null;
		if (left != null && !this.queue.isOpen() && hold == 0) {
			if (this.group.size() == 0) {
				this.state.dissolve();
				this.state.owner = id;
			}
			return releasedAtOnce();
		}
		if (left != null) {
			this.handOff.leftGroup(id, left, hold);
			return this.state.answer(Status.RELEASED);
		}
		if (!id.equals(this.state.owner)) {
			if (this.queue.has(id)) {
				this.queue.leave(id);
				this.handOff.goOn(id);
			}
			return this.state.answer((AttemptId.released(id).equals(this.state.owner) || id.equals(this.state.former))
					? Status.ALREADY : Status.NOT_OWNER);
		}
		if (this.state.ends == null) {
			return this.state.answer(Status.ALREADY);
		}
		if (hold > 0) {
			this.state.owner = AttemptId.released(id);
			this.state.ends = this.state.afterAllOf(hold);
			this.state.handedUntil = 0;
			this.handOff.hint(this.queue.liveHead(this.state.now));
		}
		else {
			this.handOff.free(id);
		}
		return this.state.answer(Status.RELEASED);
	}

	private StoreReply releasedAtOnce() {
		// the script does not read the clock here
		return StoreReply.of(Status.RELEASED, new ServerTime(this.state.clock, 0));
	}

	public StoreReply cancel(String id, long accept, long cutoff) {
		if (id.equals(this.state.owner) && this.state.ends != null) {
			if (accept == 0 || this.state.end() <= this.state.now) {
				this.handOff.free(id);
				return this.state.answer(Status.RELEASED);
			}
			return (this.state.now > cutoff) ? this.state.answer(Status.STALE) : extended(accept);
		}
		if (id.equals(this.state.owner) || AttemptId.released(id).equals(this.state.owner)
				|| id.equals(this.state.former)) {
			return this.state.answer(Status.FINISHED);
		}
		LockGroup.Member member = this.state.isShared() ? this.group.get(id) : null;
		if (member != null) {
			if (accept == 0 || member.ends() <= this.state.now) {
				this.group.drop(id);
				this.handOff.leftGroup(id, member, 0);
				return this.state.answer(Status.RELEASED);
			}
			return (this.state.now > cutoff) ? this.state.answer(Status.STALE) : extended(id, member, accept);
		}
		if (this.queue.has(id)) {
			this.queue.leave(id);
			String next = this.handOff.goOn(id);
			if (this.state.owner != null && AttemptId.releasedBy(this.state.owner) != null
					&& this.state.end() > this.state.now) {
				this.handOff.hint(next);
			}
		}
		return this.state.answer(Status.CANCELLED);
	}

	public StoreReply yield(String id, String to, long lease, long wait, long cutoff) {
		if (this.state.now > cutoff) {
			return this.state.answer(Status.STALE);
		}
		boolean held = this.state.end() > this.state.now;
		if (to.equals(this.state.owner) && held) {
			return this.state.answer(Status.OWNED, this.state.first, this.state.fence,
					this.state.end() - this.state.now, 0);
		}
		if (id.equals(this.state.owner) && held && !this.queue.isOpen()) {
			return owned(to, lease, id);
		}
		if (!id.equals(this.state.owner) || !held) {
			if (!this.queue.has(to)) {
				return this.state.answer(Status.LOST);
			}
			long place = this.queue.get(to).ticket();
			return this.state.isStillShared(id) ? this.state.waits(place, null) : this.state.answer(Status.WAIT,
					Math.max(this.state.end() - this.state.now, 0), this.queue.place(place));
		}
		long ticket = this.queue.join(to, lease, this.state.now + wait, false, ALONE);
		LockState.Given given = this.handOff.offer(to, lease, ALONE, id);
		if (given == null) {
			this.state.free();
		}
		return this.state.answer(to, ticket, given);
	}

	private StoreReply extended(String id, LockGroup.Member member, long lease) {
		long token = member.isReader() ? this.state.first : member.token();
		return this.state.answer(Status.OWNED, token, token, this.state.extend(id, member, lease) - this.state.now, 0);
	}

	private StoreReply extended(long lease) {
		this.state.ends = Math.max(this.state.end(), this.state.now + lease);
		return this.state.answer(Status.OWNED, this.state.first, this.state.fence, this.state.end() - this.state.now,
				0);
	}

	private StoreReply owned(String id, long lease, String before) {
		return this.state.answer(id, 0, this.state.give(id, lease, ALONE, before));
	}

	// Returns the ticket, zero without a place.
	private long join(String id, long lease, long wait, boolean again, int limit) {
		return (wait > 0) ? this.queue.join(id, lease, this.state.now + wait, again, limit) : 0;
	}

	private StoreReply queued(String id, long lease, long wait, boolean again, int limit) {
		long place = 0;
		if (wait > 0) {
			long ticket = join(id, lease, wait, again, limit);
			this.queue.liveHead(this.state.now);
			place = this.queue.place(ticket);
		}
		return this.state.answer(Status.WAIT, this.state.end() - this.state.now, place);
	}

	public StoreReply force() {
		return this.administration.force();
	}

	// All readers have one turn, each permit has its own.
	public StoreReply force(long token) {
		return this.administration.force(token);
	}

	public StoreReply describe() {
		return this.administration.describe();
	}

}
