package io.github.lockstarter.testing.memory;

import java.util.function.Consumer;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * One lock, and what each script does to it, in plain Java: the same answers and the same
 * messages at the same time of the server. A test goes through random commands with both.
 * Not safe for threads.
 */
final class LockRecord {

	/**
	 * Whose clock the answers go by.
	 */
	static final String CLOCK = "memory";

	/**
	 * How many places and gaps of the queue one command looks at: as in the scripts.
	 */
	static final int MOST_LOOKS = 200;

	private final long handOff;

	private final long block;

	private final Predicate<String> reachable;

	private final Consumer<PushMessage> messages;

	private final WaiterQueue queue;

	private @Nullable String owner;

	private @Nullable Long ends;

	private long fence;

	private long first;

	private String former = "";

	private long handedUntil;

	private long now;

	private long micros;

	/**
	 * Creates a free lock.
	 * @param handOff the longest provisional lease, in milliseconds
	 * @param block how many tokens an owner gets
	 * @param reachable whether a client can be told
	 * @param messages what they are told; the lock has no name here
	 */
	LockRecord(long handOff, long block, Predicate<String> reachable, Consumer<PushMessage> messages) {
		this(handOff, block, MOST_LOOKS, reachable, messages);
	}

	/**
	 * Creates a free lock.
	 * @param mostLooks how many places and gaps of the queue one command looks at
	 */
	LockRecord(long handOff, long block, int mostLooks, Predicate<String> reachable, Consumer<PushMessage> messages) {
		this.handOff = handOff;
		this.block = block;
		this.queue = new WaiterQueue(mostLooks);
		this.reachable = reachable;
		this.messages = messages;
	}

	/**
	 * Sets the time for the next command.
	 */
	void clock(long micros) {
		this.micros = micros;
		this.now = micros / 1_000;
		this.queue.nextCommand();
	}

	/**
	 * The attempt that owns it now, or null.
	 */
	@Nullable String owner() {
		return (end() > this.now && releasedBy() == null) ? this.owner : null;
	}

	/**
	 * Whether another client holds it, or anybody waits for it.
	 */
	boolean isOfOthers(String client) {
		String holder = owner();
		return (holder != null && !AttemptId.client(holder).equals(client)) || this.queue.countLive(this.now) > 0;
	}

	StoreReply acquire(String id, long lease, long wait, long cutoff, boolean again) {
		if (this.now > cutoff) {
			return answer(Status.STALE);
		}
		String released = releasedBy();
		if (id.equals(released) || id.equals(this.former)) {
			return answer(Status.FINISHED);
		}
		String before = (released != null) ? released : "";
		if (end() <= this.now && !this.queue.isOpen()) {
			return owned(id, lease, before);
		}
		if (end() > this.now) {
			if (id.equals(this.owner)) {
				return extended(lease);
			}
			long place = 0;
			if (wait > 0) {
				long ticket = this.queue.join(id, lease, this.now + wait, again);
				this.queue.liveHead(this.now);
				place = this.queue.place(ticket);
			}
			return answer(Status.WAIT, end() - this.now, place);
		}
		long ticket = (wait > 0) ? this.queue.join(id, lease, this.now + wait, again) : 0;
		if (this.owner != null && end() > 0 && end() == this.handedUntil
				&& !AttemptId.client(this.owner).equals(AttemptId.client(id))) {
			this.queue.doubt(this.owner);
		}
		long given = offer(id, before);
		if (given == 0) {
			return this.queue.isOpen() ? answer(Status.WAIT, 0, (ticket > 0) ? 1 : 0) : owned(id, lease, before);
		}
		return id.equals(this.owner) ? answer(Status.OWNED, this.first, this.fence, given, 0)
				: answer(Status.WAIT, given, (ticket > 0) ? this.queue.place(ticket) : 0);
	}

	StoreReply renew(String id, long lease) {
		if (!id.equals(this.owner) || end() <= this.now) {
			return answer(Status.LOST);
		}
		this.ends = Math.max(end(), this.now + lease);
		return answer(Status.OWNED, end() - this.now, 0);
	}

	StoreReply release(String id, long hold) {
		if (id.equals(this.owner) && this.ends != null && !this.queue.isOpen() && hold == 0) {
			this.ends = null;
			this.handedUntil = 0;
			// the script does not read the clock here
			return StoreReply.of(Status.RELEASED, new ServerTime(CLOCK, 0));
		}
		if (!id.equals(this.owner)) {
			if (this.queue.has(id)) {
				this.queue.leave(id);
				this.queue.liveHead(this.now);
			}
			return answer((AttemptId.released(id).equals(this.owner) || id.equals(this.former)) ? Status.ALREADY
					: Status.NOT_OWNER);
		}
		if (this.ends == null) {
			return answer(Status.ALREADY);
		}
		if (hold > 0) {
			this.owner = AttemptId.released(id);
			// not before all of it is over: of the millisecond that now names a part is
			this.ends = (this.micros + 999) / 1_000 + hold;
			this.handedUntil = 0;
			hint(this.queue.liveHead(this.now));
		}
		else {
			free(id);
		}
		return answer(Status.RELEASED);
	}

	StoreReply cancel(String id, long accept, long cutoff) {
		if (id.equals(this.owner) && this.ends != null) {
			if (accept == 0 || end() <= this.now) {
				free(id);
				return answer(Status.RELEASED);
			}
			return (this.now > cutoff) ? answer(Status.STALE) : extended(accept);
		}
		if (id.equals(this.owner) || AttemptId.released(id).equals(this.owner) || id.equals(this.former)) {
			return answer(Status.FINISHED);
		}
		if (this.queue.has(id)) {
			this.queue.leave(id);
			String next = this.queue.liveHead(this.now);
			if (this.owner != null && AttemptId.releasedBy(this.owner) != null && end() > this.now) {
				hint(next);
			}
		}
		return answer(Status.CANCELLED);
	}

	StoreReply yield(String id, String to, long lease, long wait, long cutoff) {
		if (this.now > cutoff) {
			return answer(Status.STALE);
		}
		boolean held = end() > this.now;
		if (to.equals(this.owner) && held) {
			return answer(Status.OWNED, this.first, this.fence, end() - this.now, 0);
		}
		if (id.equals(this.owner) && held && !this.queue.isOpen()) {
			return owned(to, lease, id);
		}
		if (!id.equals(this.owner) || !held) {
			return this.queue.has(to)
					? answer(Status.WAIT, Math.max(end() - this.now, 0), this.queue.place(this.queue.get(to).ticket()))
					: answer(Status.LOST);
		}
		long ticket = this.queue.join(to, lease, this.now + wait, false);
		long given = offer(to, id);
		if (given == 0) {
			this.ends = null;
			this.handedUntil = 0;
			return answer(Status.WAIT, 0, 1);
		}
		return to.equals(this.owner) ? answer(Status.OWNED, this.first, this.fence, given, 0)
				: answer(Status.WAIT, given, this.queue.place(ticket));
	}

	StoreReply force() {
		if (end() <= this.now) {
			return answer(Status.FREE);
		}
		this.owner = null;
		this.ends = null;
		this.handedUntil = 0;
		this.former = "";
		this.fence = Math.max(this.fence + 1, this.micros);
		offer(null, "");
		return answer(Status.RELEASED);
	}

	/**
	 * Ends the turn that has the token, and no other.
	 */
	StoreReply force(long token) {
		boolean others = end() > this.now && (token < this.first || token > this.fence);
		return others ? answer(Status.NOT_OWNER) : force();
	}

	StoreReply describe() {
		if (end() <= this.now || this.owner == null) {
			return answer(Status.FREE);
		}
		return StoreReply.of(Status.HELD, time())
			.withTokens(this.first, this.fence)
			.withLease(end() - this.now)
			.withQueue(this.queue.countLive(this.now))
			.withHolder(this.owner);
	}

	private @Nullable String releasedBy() {
		if (this.owner == null || this.ends == null) {
			return this.owner;
		}
		return AttemptId.releasedBy(this.owner);
	}

	private long end() {
		return (this.ends != null) ? this.ends : 0;
	}

	private StoreReply extended(long lease) {
		this.ends = Math.max(end(), this.now + lease);
		return answer(Status.OWNED, this.first, this.fence, end() - this.now, 0);
	}

	private StoreReply owned(String id, long lease, String before) {
		own(id, lease, before);
		return answer(Status.OWNED, this.first, this.fence, lease, 0);
	}

	private void own(String id, long lease, String before) {
		this.first = Math.max(this.fence + 1, this.micros);
		this.fence = this.first + this.block - 1;
		this.owner = id;
		this.ends = this.now + lease;
		this.former = before;
	}

	/**
	 * Hands the lock to the first waiter that can have it.
	 * @return the length of its lease; zero if there is none, or if the queue goes on
	 * behind what one command looks at: then who came last is told to ask
	 */
	private long offer(@Nullable String asking, String before) {
		for (String id = this.queue.liveHead(this.now); id != null; id = this.queue.liveHead(this.now)) {
			WaiterQueue.Waiter waiter = this.queue.get(id);
			boolean trusted = !this.queue.isInDoubt(id);
			this.queue.leave(id);
			if (id.equals(asking)) {
				own(id, waiter.lease(), before);
				return waiter.lease();
			}
			if (trusted && (isReachable(id) || waiter.kept())) {
				long given = Math.min(waiter.lease(), this.handOff);
				own(id, given, before);
				this.handedUntil = (given == this.handOff) ? end() : this.handedUntil;
				if (isReachable(id)) {
					this.messages
						.accept(new PushMessage(PushMessage.Kind.GRANT, id, time(), this.first, this.fence, given, ""));
				}
				return given;
			}
		}
		if (this.queue.isOpen() && !this.queue.latest().equals(asking)) {
			hint(this.queue.latest(), 0);
		}
		return 0;
	}

	private void hint(@Nullable String id) {
		hint(id, end() - this.now);
	}

	private void hint(@Nullable String id, long millis) {
		if (id != null && isReachable(id)) {
			this.messages.accept(new PushMessage(PushMessage.Kind.HINT, id, time(), 0, 0, millis, ""));
		}
	}

	private boolean isReachable(String id) {
		return this.reachable.test(AttemptId.client(id));
	}

	private void free(String id) {
		if (offer(null, id) == 0) {
			this.ends = null;
			this.handedUntil = 0;
		}
	}

	private ServerTime time() {
		return new ServerTime(CLOCK, this.now);
	}

	private StoreReply answer(Status status) {
		return answer(status, 0, 0);
	}

	private StoreReply answer(Status status, long leaseMillis, long place) {
		return answer(status, 0, 0, leaseMillis, place);
	}

	private StoreReply answer(Status status, long firstToken, long lastToken, long leaseMillis, long place) {
		return StoreReply.of(status, time()).withTokens(firstToken, lastToken).withLease(leaseMillis).withQueue(place);
	}

}
