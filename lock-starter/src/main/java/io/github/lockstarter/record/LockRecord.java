package io.github.lockstarter.record;

import java.util.function.Consumer;
import java.util.function.Predicate;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * One lock, and what each script does to it, in plain Java: the same answers and the same
 * messages at the same time of the server. A test goes through random commands with both.
 * For stores whose server cannot run the scripts, and can change a record in one step.
 * Not safe for threads.
 */
public final class LockRecord {

	/**
	 * How many places and gaps of the queue one command looks at: as in the scripts.
	 */
	public static final int MOST_LOOKS = 200;

	private final long handOff;

	private final long block;

	private final Predicate<String> reachable;

	private final Consumer<PushMessage> messages;

	private final LockState state;

	private final WaiterQueue queue;

	private long now;

	private long micros;

	private String clock = "";

	/**
	 * Creates a free lock.
	 * @param handOff the longest provisional lease, in milliseconds
	 * @param block how many tokens an owner gets
	 * @param mostLooks how many places and gaps of the queue one command looks at
	 * @param reachable whether a client can be told
	 * @param messages what they are told; the lock has no name here
	 */
	public LockRecord(long handOff, long block, int mostLooks, Predicate<String> reachable,
			Consumer<PushMessage> messages) {
		this.handOff = handOff;
		this.block = block;
		this.state = new LockState(mostLooks);
		this.queue = this.state.queue;
		this.reachable = reachable;
		this.messages = messages;
	}

	/**
	 * What is kept of it.
	 * @return its state
	 */
	public KeptLock kept() {
		return this.state.kept();
	}

	/**
	 * Makes it what was kept.
	 * @param kept what {@link #kept()} has said
	 * @throws IllegalArgumentException if its queue is not whole
	 */
	public void restore(KeptLock kept) {
		this.state.restore(kept);
	}

	/**
	 * Until when something is kept that counts: a lease, or the place of a waiter.
	 * @return milliseconds since the epoch, zero for never; tokens have to be remembered
	 * for longer
	 */
	public long lastMillis() {
		return Math.max(this.state.end(), this.queue.lastDeadline());
	}

	/**
	 * Sets the time for the next command.
	 * @param clock whose clock it is, for {@link ServerTime#clock()}
	 * @param micros the time, in microseconds since the epoch
	 */
	public void clock(String clock, long micros) {
		this.clock = clock;
		this.micros = micros;
		this.now = micros / 1_000;
		this.queue.nextCommand();
	}

	/**
	 * Who owns it now.
	 * @return the attempt, or null
	 */
	public @Nullable String owner() {
		return (this.state.end() > this.now && this.state.releasedBy() == null) ? this.state.owner : null;
	}

	/**
	 * Whether another client holds it, or anybody waits for it.
	 * @param client the client id
	 * @return whether time alone could change anything for others
	 */
	public boolean isOfOthers(String client) {
		String holder = owner();
		return (holder != null && !AttemptId.client(holder).equals(client)) || this.queue.countLive(this.now) > 0;
	}

	/**
	 * Does what {@link LockStore#acquire} says.
	 * @param id the attempt
	 * @param lease the length of the lease, in milliseconds
	 * @param wait for how long to keep a place, in milliseconds; zero for none
	 * @param cutoff after which millisecond of the server nothing is done
	 * @param again whether the attempt has had a place
	 * @return the answer
	 */
	public StoreReply acquire(String id, long lease, long wait, long cutoff, boolean again) {
		if (this.now > cutoff) {
			return answer(Status.STALE);
		}
		String released = this.state.releasedBy();
		if (id.equals(released) || id.equals(this.state.former)) {
			return answer(Status.FINISHED);
		}
		String before = (released != null) ? released : "";
		if (this.state.end() <= this.now && !this.queue.isOpen()) {
			return owned(id, lease, before);
		}
		if (this.state.end() > this.now) {
			if (id.equals(this.state.owner)) {
				return extended(lease);
			}
			long place = 0;
			if (wait > 0) {
				long ticket = this.queue.join(id, lease, this.now + wait, again);
				this.queue.liveHead(this.now);
				place = this.queue.place(ticket);
			}
			return answer(Status.WAIT, this.state.end() - this.now, place);
		}
		long ticket = (wait > 0) ? this.queue.join(id, lease, this.now + wait, again) : 0;
		if (this.state.owner != null && this.state.end() > 0 && this.state.end() == this.state.handedUntil
				&& !AttemptId.client(this.state.owner).equals(AttemptId.client(id))) {
			this.queue.doubt(this.state.owner);
		}
		long given = offer(id, before);
		if (given == 0) {
			return this.queue.isOpen() ? answer(Status.WAIT, 0, (ticket > 0) ? 1 : 0) : owned(id, lease, before);
		}
		return id.equals(this.state.owner) ? answer(Status.OWNED, this.state.first, this.state.fence, given, 0)
				: answer(Status.WAIT, given, (ticket > 0) ? this.queue.place(ticket) : 0);
	}

	/**
	 * Does what {@link LockStore#renew} says.
	 * @param id the attempt
	 * @param lease the length of the lease, in milliseconds
	 * @return the answer
	 */
	public StoreReply renew(String id, long lease) {
		if (!id.equals(this.state.owner) || this.state.end() <= this.now) {
			return answer(Status.LOST);
		}
		this.state.ends = Math.max(this.state.end(), this.now + lease);
		return answer(Status.OWNED, this.state.end() - this.now, 0);
	}

	/**
	 * Does what {@link LockStore#release} says.
	 * @param id the attempt
	 * @param hold for how long the lock stays taken, in milliseconds
	 * @return the answer
	 */
	public StoreReply release(String id, long hold) {
		if (id.equals(this.state.owner) && this.state.ends != null && !this.queue.isOpen() && hold == 0) {
			this.state.free();
			// the script does not read the clock here
			return StoreReply.of(Status.RELEASED, new ServerTime(this.clock, 0));
		}
		if (!id.equals(this.state.owner)) {
			if (this.queue.has(id)) {
				this.queue.leave(id);
				this.queue.liveHead(this.now);
			}
			return answer((AttemptId.released(id).equals(this.state.owner) || id.equals(this.state.former))
					? Status.ALREADY : Status.NOT_OWNER);
		}
		if (this.state.ends == null) {
			return answer(Status.ALREADY);
		}
		if (hold > 0) {
			this.state.owner = AttemptId.released(id);
			// not before all of it is over: of the millisecond that now names a part is
			this.state.ends = (this.micros + 999) / 1_000 + hold;
			this.state.handedUntil = 0;
			hint(this.queue.liveHead(this.now));
		}
		else {
			free(id);
		}
		return answer(Status.RELEASED);
	}

	/**
	 * Does what {@link LockStore#cancel} says.
	 * @param id the attempt
	 * @param accept the length of the lease to accept a grant with, in milliseconds; zero
	 * to give it back
	 * @param cutoff after which millisecond of the server no grant is accepted
	 * @return the answer
	 */
	public StoreReply cancel(String id, long accept, long cutoff) {
		if (id.equals(this.state.owner) && this.state.ends != null) {
			if (accept == 0 || this.state.end() <= this.now) {
				free(id);
				return answer(Status.RELEASED);
			}
			return (this.now > cutoff) ? answer(Status.STALE) : extended(accept);
		}
		if (id.equals(this.state.owner) || AttemptId.released(id).equals(this.state.owner)
				|| id.equals(this.state.former)) {
			return answer(Status.FINISHED);
		}
		if (this.queue.has(id)) {
			this.queue.leave(id);
			String next = this.queue.liveHead(this.now);
			if (this.state.owner != null && AttemptId.releasedBy(this.state.owner) != null
					&& this.state.end() > this.now) {
				hint(next);
			}
		}
		return answer(Status.CANCELLED);
	}

	/**
	 * Does what {@link LockStore#yield} says.
	 * @param id the attempt that owns it
	 * @param to the attempt of the next caller
	 * @param lease the length of its lease, in milliseconds
	 * @param wait for how long it keeps a place, in milliseconds
	 * @param cutoff after which millisecond of the server nothing is done
	 * @return the answer
	 */
	public StoreReply yield(String id, String to, long lease, long wait, long cutoff) {
		if (this.now > cutoff) {
			return answer(Status.STALE);
		}
		boolean held = this.state.end() > this.now;
		if (to.equals(this.state.owner) && held) {
			return answer(Status.OWNED, this.state.first, this.state.fence, this.state.end() - this.now, 0);
		}
		if (id.equals(this.state.owner) && held && !this.queue.isOpen()) {
			return owned(to, lease, id);
		}
		if (!id.equals(this.state.owner) || !held) {
			return this.queue.has(to) ? answer(Status.WAIT, Math.max(this.state.end() - this.now, 0),
					this.queue.place(this.queue.get(to).ticket())) : answer(Status.LOST);
		}
		long ticket = this.queue.join(to, lease, this.now + wait, false);
		long given = offer(to, id);
		if (given == 0) {
			this.state.free();
			return answer(Status.WAIT, 0, 1);
		}
		return to.equals(this.state.owner) ? answer(Status.OWNED, this.state.first, this.state.fence, given, 0)
				: answer(Status.WAIT, given, this.queue.place(ticket));
	}

	/**
	 * Does what {@link LockStore#force(String)} says.
	 * @return the answer
	 */
	public StoreReply force() {
		if (this.state.end() <= this.now) {
			return answer(Status.FREE);
		}
		this.state.owner = null;
		this.state.free();
		this.state.former = "";
		this.state.fence = Math.max(this.state.fence + 1, this.micros);
		offer(null, "");
		return answer(Status.RELEASED);
	}

	/**
	 * Ends the turn that has the token, and no other.
	 * @param token one of its tokens
	 * @return the answer
	 */
	public StoreReply force(long token) {
		boolean others = this.state.end() > this.now && (token < this.state.first || token > this.state.fence);
		return others ? answer(Status.NOT_OWNER) : force();
	}

	/**
	 * Does what {@link LockStore#describe} says; the holder is an attempt.
	 * @return the answer
	 */
	public StoreReply describe() {
		if (this.state.end() <= this.now || this.state.owner == null) {
			return answer(Status.FREE);
		}
		return StoreReply.of(Status.HELD, time())
			.withTokens(this.state.first, this.state.fence)
			.withLease(this.state.end() - this.now)
			.withQueue(this.queue.countLive(this.now))
			.withHolder(this.state.owner);
	}

	private StoreReply extended(long lease) {
		this.state.ends = Math.max(this.state.end(), this.now + lease);
		return answer(Status.OWNED, this.state.first, this.state.fence, this.state.end() - this.now, 0);
	}

	private StoreReply owned(String id, long lease, String before) {
		this.state.own(id, lease, before, this.micros, this.block);
		return answer(Status.OWNED, this.state.first, this.state.fence, lease, 0);
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
				this.state.own(id, waiter.lease(), before, this.micros, this.block);
				return waiter.lease();
			}
			if (trusted && (isReachable(id) || waiter.kept())) {
				long given = Math.min(waiter.lease(), this.handOff);
				this.state.own(id, given, before, this.micros, this.block);
				this.state.handedUntil = (given == this.handOff) ? this.state.end() : this.state.handedUntil;
				if (isReachable(id)) {
					this.messages.accept(new PushMessage(PushMessage.Kind.GRANT, id, time(), this.state.first,
							this.state.fence, given, ""));
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
		hint(id, this.state.end() - this.now);
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
			this.state.free();
		}
	}

	private ServerTime time() {
		return new ServerTime(this.clock, this.now);
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
