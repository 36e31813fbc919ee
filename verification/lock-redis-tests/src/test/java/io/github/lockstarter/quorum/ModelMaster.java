package io.github.lockstarter.quorum;

import java.util.LinkedHashMap;
import java.util.Map;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * One master and its one lock: what PROPOSE, RAISE, WITHDRAW and RENEW do, in plain Java.
 */
final class ModelMaster {

	static final long BLOCK = 17;

	private static final long HAND_OFF = 60;

	private final World world;

	private final String name;

	private final long ahead;

	private final Bug bug;

	private final Messages messages;

	private final Map<String, Long> queue = new LinkedHashMap<>();

	private String owner = "";

	private boolean released;

	private long ends;

	private long token;

	private long fence;

	private long round;

	private QuorumNode.Start start = new QuorumNode.Start(0, 0);

	private long longest;

	/**
	 * Creates a master.
	 * @param world its time
	 * @param name which of the masters it is
	 * @param ahead how many milliseconds its clock is ahead
	 * @param bug what it does wrong
	 * @param messages gets what it tells
	 */
	ModelMaster(World world, String name, long ahead, Bug bug, Messages messages) {
		this.world = world;
		this.name = name;
		this.ahead = ahead;
		this.bug = bug;
		this.messages = messages;
	}

	long millis() {
		return this.world.now().wallMillis() + this.ahead;
	}

	QuorumNode.Start started() {
		return this.start;
	}

	/**
	 * Which run of which master it is.
	 */
	String run() {
		return this.name + ":" + this.start.nanos();
	}

	/**
	 * It hears how long leases may be, and says how long at most.
	 */
	long tell(long millis) {
		this.longest = (this.bug == Bug.NOT_TOLD) ? 0 : this.longest;
		this.longest = Math.max(this.longest, millis);
		return this.longest;
	}

	/**
	 * It restarts, and has forgotten everything.
	 */
	void forget() {
		this.owner = "";
		this.ends = 0;
		this.token = 0;
		this.fence = 0;
		this.longest = 0;
		this.queue.clear();
		this.start = new QuorumNode.Start(this.world.nanoTime(), millis());
	}

	boolean isHeld() {
		return this.ends > millis();
	}

	StoreReply propose(Proposal proposal, long cutoff) {
		String id = proposal.id();
		if (millis() > cutoff) {
			return reply(Status.STALE, 0, 0);
		}
		if (this.released && this.owner.equals(id)) {
			return reply(Status.FINISHED, 0, 0);
		}
		if (isHeld() && !this.owner.equals(id)) {
			if (proposal.waitMillis() > 0) {
				this.queue.put(id, millis() + proposal.waitMillis());
			}
			return new StoreReply(Status.WAIT, time(), 0, 0, this.ends - millis(), this.queue.size(), this.owner);
		}
		if (!isHeld()) {
			this.token = Math.max(this.fence + 1, proposal.floor());
			this.fence = this.token + BLOCK - 1;
			this.ends = 0;
			this.round = 0;
		}
		this.queue.remove(id);
		this.owner = id;
		this.released = false;
		this.round = Math.max(this.round, proposal.round());
		this.ends = Math.max(this.ends, millis() + proposal.leaseMillis());
		return reply(Status.OWNED, this.token, this.ends - millis());
	}

	StoreReply raise(Proposal proposal, long to) {
		if (!this.owner.equals(proposal.id()) || !isHeld()) {
			return reply(Status.LOST, 0, 0);
		}
		this.round = Math.max(this.round, proposal.round());
		if (this.token > to) {
			return reply(Status.OWNED, this.token, this.ends - millis());
		}
		if (this.bug != Bug.NO_WRITE_BACK) {
			this.token = to;
			this.fence = Math.max(this.fence, to + BLOCK - 1);
		}
		return reply(Status.OWNED, to, this.ends - millis());
	}

	StoreReply withdraw(Withdrawal withdrawal) {
		String id = withdrawal.id();
		this.queue.remove(id);
		boolean owned = this.owner.equals(id) && !this.released;
		boolean given = owned && this.round <= withdrawal.round();
		if (given) {
			this.ends = 0;
			this.released = withdrawal.round() == Withdrawal.END;
			this.owner = this.released ? id : "";
		}
		if (withdrawal.placeMillis() > 0) {
			this.queue.put(id, millis() + withdrawal.placeMillis());
		}
		else if (!isHeld() && !this.queue.isEmpty()) {
			String next = this.queue.keySet().iterator().next();
			this.queue.remove(next);
			this.messages.tell(this, next, (withdrawal.floor() > 0) ? give(next, withdrawal.floor()) : null);
		}
		return reply(
				given ? Status.RELEASED : (this.owner.equals(id) && this.released) ? Status.FINISHED : Status.CANCELLED,
				0, 0);
	}

	/**
	 * What withdraw.lua does with its vote.
	 */
	private PushMessage give(String id, long floor) {
		this.token = Math.max(this.fence + 1, floor);
		this.fence = this.token + BLOCK - 1;
		this.ends = millis() + HAND_OFF;
		this.owner = id;
		this.released = false;
		this.round = 0;
		return new PushMessage(PushMessage.Kind.GRANT, id, time(), this.token, this.fence, HAND_OFF, "lock");
	}

	StoreReply renew(String id, long lease) {
		if (!this.owner.equals(id) || !isHeld()) {
			return reply(Status.LOST, 0, 0);
		}
		this.ends = Math.max(this.ends, millis() + lease);
		return reply(Status.OWNED, 0, this.ends - millis());
	}

	private StoreReply reply(Status status, long first, long left) {
		return new StoreReply(status, time(), first, first + BLOCK - 1, left, 0, "");
	}

	private ServerTime time() {
		return new ServerTime(run(), millis());
	}

	/**
	 * What masters tell.
	 */
	@FunctionalInterface
	interface Messages {

		/**
		 * A waiter is told.
		 * @param grant that it has the vote of this master; null if it is to ask
		 */
		void tell(ModelMaster master, String waiter, @Nullable PushMessage grant);

	}

	/**
	 * What a master may do wrong, for a test that has to notice.
	 */
	enum Bug {

		NONE, NO_WRITE_BACK, NOT_TOLD

	}

}
