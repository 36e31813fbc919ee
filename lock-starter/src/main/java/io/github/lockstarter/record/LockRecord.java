package io.github.lockstarter.record;

import java.util.List;
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

	// how many get a share in one command: as in the scripts
	private static final int BATCH = 64;

	private static final int ALONE = 1;

	private final long handOff;

	private final long block;

	private final Predicate<String> reachable;

	private final Consumer<PushMessage> messages;

	private final LockState state;

	private final WaiterQueue queue;

	private final LockGroup group;

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
		this.group = this.state.group;
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
	 * Who has it now.
	 * @return the attempt, or those who share it; empty if nobody has
	 */
	public List<String> holders() {
		if (this.state.isShared()) {
			return this.group.holders(this.now);
		}
		return (this.state.owner != null && this.state.end() > this.now && this.state.releasedBy() == null)
				? List.of(this.state.owner) : List.of();
	}

	/**
	 * Whether another client holds it, or anybody waits for it.
	 * @param client the client id
	 * @return whether time alone could change anything for others
	 */
	public boolean isOfOthers(String client) {
		return holders().stream().anyMatch((holder) -> !AttemptId.client(holder).equals(client))
				|| this.queue.countLive(this.now) > 0;
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
		if (!this.state.isShared() && this.state.end() <= this.now && !this.queue.isOpen()) {
			return owned(id, lease, before);
		}
		if (isShared(id)) {
			long ticket = join(id, lease, wait, again, ALONE);
			offer(null, 0, ALONE, "");
			return waits(ticket, null);
		}
		if (this.state.end() > this.now) {
			return id.equals(this.state.owner) ? extended(lease) : queued(id, lease, wait, again, ALONE);
		}
		long ticket = join(id, lease, wait, again, ALONE);
		return answer(id, ticket, offer(id, lease, ALONE, before));
	}

	/**
	 * Does what {@link LockStore#share} says.
	 * @param id the attempt
	 * @param limit how many may share the lock, zero for any number
	 * @param lease the length of the lease, in milliseconds
	 * @param wait for how long to keep a place, in milliseconds; zero for none
	 * @param cutoff after which millisecond of the server nothing is done
	 * @param again whether the attempt has had a place
	 * @return the answer
	 */
	public StoreReply share(String id, int limit, long lease, long wait, long cutoff, boolean again) {
		if (this.now > cutoff) {
			return answer(Status.STALE);
		}
		String released = this.state.releasedBy();
		if (id.equals(released) || id.equals(this.state.former)) {
			return answer(Status.FINISHED);
		}
		String before = (released != null) ? released : "";
		boolean shared = this.state.isShared();
		LockGroup.Member mine = shared ? this.group.get(id) : null;
		if (!this.queue.isOpen() && (shared ? mine == null && this.group.earliest() > this.now && hasRoom(limit)
				: this.state.end() <= this.now)) {
			long token = shareToken(limit);
			this.state.admit(id, this.now + lease, token, limit == 0, before);
			return answer(Status.OWNED, token, token, lease, 0);
		}
		if (mine != null && mine.ends() > this.now) {
			return extended(id, mine, lease);
		}
		if (mine != null) {
			this.group.drop(id);
			dissolveIfEmpty();
		}
		else if (!shared && this.state.end() > this.now) {
			return id.equals(this.state.owner) ? extended(lease) : queued(id, lease, wait, again, limit);
		}
		isShared(id);
		long ticket = join(id, lease, wait, again, limit);
		return answer(id, ticket, offer(id, lease, limit, before));
	}

	/**
	 * Does what {@link LockStore#renew} says.
	 * @param id the attempt
	 * @param lease the length of the lease, in milliseconds
	 * @return the answer
	 */
	public StoreReply renew(String id, long lease) {
		LockGroup.Member member = this.state.isShared() ? this.group.get(id) : null;
		if (member != null && member.ends() > this.now) {
			return answer(Status.OWNED, extend(id, member, lease) - this.now, 0);
		}
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
			leftGroup(id, left, hold);
			return answer(Status.RELEASED);
		}
		if (!id.equals(this.state.owner)) {
			if (this.queue.has(id)) {
				this.queue.leave(id);
				goOn(id);
			}
			return answer((AttemptId.released(id).equals(this.state.owner) || id.equals(this.state.former))
					? Status.ALREADY : Status.NOT_OWNER);
		}
		if (this.state.ends == null) {
			return answer(Status.ALREADY);
		}
		if (hold > 0) {
			this.state.owner = AttemptId.released(id);
			this.state.ends = afterAllOf(hold);
			this.state.handedUntil = 0;
			hint(this.queue.liveHead(this.now));
		}
		else {
			free(id);
		}
		return answer(Status.RELEASED);
	}

	private StoreReply releasedAtOnce() {
		// the script does not read the clock here
		return StoreReply.of(Status.RELEASED, new ServerTime(this.clock, 0));
	}

	/**
	 * The end of a minimum hold, not before all of it is over: of the millisecond that
	 * now names a part is.
	 */
	private long afterAllOf(long hold) {
		return (this.micros + 999) / 1_000 + hold;
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
		LockGroup.Member member = this.state.isShared() ? this.group.get(id) : null;
		if (member != null) {
			if (accept == 0 || member.ends() <= this.now) {
				this.group.drop(id);
				leftGroup(id, member, 0);
				return answer(Status.RELEASED);
			}
			return (this.now > cutoff) ? answer(Status.STALE) : extended(id, member, accept);
		}
		if (this.queue.has(id)) {
			this.queue.leave(id);
			String next = goOn(id);
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
			if (!this.queue.has(to)) {
				return answer(Status.LOST);
			}
			long place = this.queue.get(to).ticket();
			return isShared(id) ? waits(place, null)
					: answer(Status.WAIT, Math.max(this.state.end() - this.now, 0), this.queue.place(place));
		}
		long ticket = this.queue.join(to, lease, this.now + wait, false, ALONE);
		Given given = offer(to, lease, ALONE, id);
		if (given == null) {
			this.state.free();
		}
		return answer(to, ticket, given);
	}

	/**
	 * Does what {@link LockStore#force(String)} says.
	 * @return the answer
	 */
	public StoreReply force() {
		if (isShared("0")) {
			return forceShares(0);
		}
		if (this.state.end() <= this.now) {
			return answer(Status.FREE);
		}
		this.state.owner = null;
		this.state.free();
		this.state.former = "";
		this.state.fence = nextToken();
		offer(null, 0, ALONE, "");
		return answer(Status.RELEASED);
	}

	private StoreReply forceShares(long token) {
		if (!this.group.dropTurn(token, this.state.first)) {
			return answer(Status.NOT_OWNER);
		}
		this.state.fence = nextToken();
		reclaim("0");
		offer(null, 0, ALONE, "");
		return answer(Status.RELEASED);
	}

	/**
	 * Ends the turn that has the token, and no other: all who read have one turn, who has
	 * a permit has its own.
	 * @param token one of its tokens
	 * @return the answer
	 */
	public StoreReply force(long token) {
		if (isShared(Long.toString(token))) {
			return forceShares((token > 0) ? token : -1);
		}
		boolean others = this.state.end() > this.now && (token < this.state.first || token > this.state.fence);
		return others ? answer(Status.NOT_OWNER) : force();
	}

	/**
	 * Does what {@link LockStore#describe} says; the holder is an attempt.
	 * @return the answer
	 */
	public StoreReply describe() {
		if (this.state.isShared()) {
			return describeShares();
		}
		if (this.state.end() <= this.now || this.state.owner == null) {
			return answer(Status.FREE);
		}
		return StoreReply.of(Status.HELD, time())
			.withTokens(this.state.first, this.state.fence)
			.withLease(this.state.end() - this.now)
			.withQueue(this.queue.countLive(this.now))
			.withHolder(this.state.owner);
	}

	private StoreReply describeShares() {
		StoreReply.Sharers sharers = this.group.sharers(this.now, this.state.first);
		if (sharers.some().isEmpty()) {
			return answer(Status.FREE);
		}
		long token = sharers.some().get(0).fencingToken();
		return answer(Status.HELD, token, token, this.group.latest() - this.now, this.queue.countLive(this.now))
			.withSharers(sharers);
	}

	// ----- those who share

	/**
	 * Whether those who share the lock have it; those whose lease is over are not among
	 * them.
	 * @param asking who asks
	 */
	private boolean isShared(String asking) {
		if (this.state.isShared() && this.group.earliest() <= this.now) {
			reclaim(asking);
		}
		return this.state.isShared();
	}

	/**
	 * Drops those whose lease is over. The client of one that was handed its place and
	 * has neither claimed nor renewed it is in doubt.
	 */
	private void reclaim(String asking) {
		this.group.reclaim(this.now).forEach((id, member) -> {
			if (member.ends() == this.state.handedUntil && this.queue.isOpen() && AttemptId.releasedBy(id) == null
					&& !AttemptId.client(id).equals(AttemptId.client(asking))) {
				this.queue.doubt(id);
			}
		});
		dissolveIfEmpty();
	}

	private void dissolveIfEmpty() {
		if (this.group.size() == 0) {
			this.state.dissolve();
		}
	}

	private boolean hasRoom(int limit) {
		return limit == 0 || (limit > ALONE && this.group.size() < limit);
	}

	/**
	 * The token of the next one who shares the lock: readers between two owners have the
	 * same.
	 */
	private long shareToken(int limit) {
		return (limit == 0 && this.state.isShared()) ? this.state.first : nextToken();
	}

	private long extend(String id, LockGroup.Member member, long lease) {
		long ends = Math.max(member.ends(), this.now + lease);
		this.group.extend(id, ends);
		this.state.ends = Math.max(this.state.end(), ends);
		return ends;
	}

	private StoreReply extended(String id, LockGroup.Member member, long lease) {
		long token = member.isReader() ? this.state.first : member.token();
		return answer(Status.OWNED, token, token, extend(id, member, lease) - this.now, 0);
	}

	/**
	 * One who shared the lock has left its place free, or kept for a minimum hold.
	 */
	private void leftGroup(String id, LockGroup.Member member, long hold) {
		if (hold > 0) {
			long ends = afterAllOf(hold);
			this.group.keep(id, ends, member.token());
			this.state.ends = Math.max(this.state.end(), ends);
			goOn(id);
			return;
		}
		dissolveIfEmpty();
		boolean shared = isShared(id);
		if (offer(null, 0, ALONE, shared ? "" : id) == null && !shared) {
			this.state.owner = id;
		}
	}

	/**
	 * A waiter has left: of a lock that is shared, those behind it may have one now.
	 * @return who is next
	 */
	private @Nullable String goOn(String asking) {
		if (!this.state.isShared()) {
			return this.queue.liveHead(this.now);
		}
		isShared(asking);
		offer(null, 0, ALONE, "");
		hintWhenShared();
		return null;
	}

	/**
	 * The first waiter cannot have the lock yet, and nobody may be there to hand it over:
	 * it asks when it could.
	 */
	private void hintWhenShared() {
		String first = this.queue.liveHead(this.now);
		if (first != null && this.state.isShared()) {
			hint(first, this.group.earliest() - this.now);
		}
	}

	// ----- what all do

	private StoreReply extended(long lease) {
		this.state.ends = Math.max(this.state.end(), this.now + lease);
		return answer(Status.OWNED, this.state.first, this.state.fence, this.state.end() - this.now, 0);
	}

	private StoreReply owned(String id, long lease, String before) {
		this.state.own(id, lease, before, this.micros, this.block);
		return answer(Status.OWNED, this.state.first, this.state.fence, lease, 0);
	}

	private long nextToken() {
		return Math.max(this.state.fence + 1, this.micros);
	}

	/**
	 * Takes or keeps a place, if the attempt waits.
	 * @return its ticket, zero without one
	 */
	private long join(String id, long lease, long wait, boolean again, int limit) {
		return (wait > 0) ? this.queue.join(id, lease, this.now + wait, again, limit) : 0;
	}

	/**
	 * Another holds the lock alone.
	 */
	private StoreReply queued(String id, long lease, long wait, boolean again, int limit) {
		long place = 0;
		if (wait > 0) {
			long ticket = join(id, lease, wait, again, limit);
			this.queue.liveHead(this.now);
			place = this.queue.place(ticket);
		}
		return answer(Status.WAIT, this.state.end() - this.now, place);
	}

	/**
	 * Hands the lock, that no owner has, to the first waiter that can have it, or shares
	 * of it to several.
	 * @param asking who asks, and is one of those who wait or comes behind them; null for
	 * nobody
	 * @param wanted the length of the lease that it asks for
	 * @param share how many may have the lock at once by what it asks for
	 * @param before who has released it
	 * @return what who asks got, or else the first one who got something; null if nobody
	 * did: there is nobody, or the queue goes on behind what one command looks at, and
	 * then who came last is told to ask
	 */
	private @Nullable Given offer(@Nullable String asking, long wanted, int share, String before) {
		String expected = asking;
		if (expected != null && !this.state.isShared()) {
			doubtOwner(expected);
		}
		Given got = null;
		int left = BATCH;
		String id = this.queue.liveHead(this.now);
		for (; id != null && left > 0 && fits(this.queue.get(id).limit()); id = this.queue.liveHead(this.now)) {
			WaiterQueue.Waiter waiter = this.queue.get(id);
			boolean trusted = !this.queue.isInDoubt(id);
			boolean mine = id.equals(expected);
			this.queue.leave(id);
			if (mine || (trusted && (isReachable(id) || waiter.kept()))) {
				Given given = give(id, mine ? wanted : Math.min(waiter.lease(), this.handOff), waiter.limit(), before);
				if (!mine) {
					handedOver(given);
				}
				got = (mine || got == null) ? given : got;
				if (waiter.limit() == ALONE) {
					return got;
				}
				expected = mine ? null : expected;
				left--;
			}
		}
		if (id != null && left == 0 && fits(this.queue.get(id).limit())) {
			hint(id, 0);
		}
		else if (id == null && this.queue.isOpen()) {
			if (!this.queue.latest().equals(expected)) {
				hint(this.queue.latest(), 0);
			}
		}
		else if (id == null && expected != null && fits(share)) {
			return give(expected, wanted, share, before);
		}
		return got;
	}

	/**
	 * A hand-off that ran out and was neither claimed nor renewed.
	 */
	private void doubtOwner(String asking) {
		String owner = this.state.owner;
		if (owner != null && this.state.end() > 0 && this.state.end() <= this.now
				&& this.state.end() == this.state.handedUntil
				&& !AttemptId.client(owner).equals(AttemptId.client(asking))) {
			this.queue.doubt(owner);
		}
	}

	/**
	 * Whether one more may have a lock that no owner has.
	 */
	private boolean fits(int limit) {
		return !this.state.isShared() || hasRoom(limit);
	}

	private Given give(String id, long lease, int limit, String before) {
		if (limit == ALONE) {
			this.state.own(id, lease, before, this.micros, this.block);
			return new Given(id, this.state.first, this.state.fence, lease);
		}
		long token = shareToken(limit);
		this.state.admit(id, this.now + lease, token, limit == 0, before);
		return new Given(id, token, token, lease);
	}

	private void handedOver(Given given) {
		if (given.lease() == this.handOff) {
			this.state.handedUntil = this.now + given.lease();
		}
		if (isReachable(given.id())) {
			this.messages.accept(new PushMessage(PushMessage.Kind.GRANT, given.id(), time(), given.first(),
					given.last(), given.lease(), ""));
		}
	}

	/**
	 * The answer to who has asked, after a hand-off.
	 */
	private StoreReply answer(String id, long ticket, @Nullable Given given) {
		return (given != null && given.id().equals(id))
				? answer(Status.OWNED, given.first(), given.last(), given.lease(), 0) : waits(ticket, given);
	}

	private StoreReply waits(long ticket, @Nullable Given given) {
		if (this.state.isShared()) {
			return answer(Status.WAIT, this.group.earliest() - this.now, (ticket > 0) ? this.queue.place(ticket) : 0);
		}
		return (given != null) ? answer(Status.WAIT, given.lease(), (ticket > 0) ? this.queue.place(ticket) : 0)
				: answer(Status.WAIT, 0, (ticket > 0) ? 1 : 0);
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
		if (offer(null, 0, ALONE, id) == null) {
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

	/**
	 * What somebody was given.
	 */
	private record Given(String id, long first, long last, long lease) {

	}

}
