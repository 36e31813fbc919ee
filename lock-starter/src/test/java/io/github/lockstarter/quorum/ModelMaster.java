package io.github.lockstarter.quorum;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.BiConsumer;

import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * One master and its one lock: what PROPOSE, RAISE, WITHDRAW and RENEW do, in plain Java.
 */
final class ModelMaster {

	static final long BLOCK = 17;

	private final World world;

	private final String name;

	private final long ahead;

	private final Bug bug;

	private final BiConsumer<String, Long> hints;

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
	 * @param hints told which attempt is woken, and when it is to ask
	 */
	ModelMaster(World world, String name, long ahead, Bug bug, BiConsumer<String, Long> hints) {
		this.world = world;
		this.name = name;
		this.ahead = ahead;
		this.bug = bug;
		this.hints = hints;
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
			this.hints.accept(next, 0L);
		}
		return reply(
				given ? Status.RELEASED : (this.owner.equals(id) && this.released) ? Status.FINISHED : Status.CANCELLED,
				0, 0);
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
	 * What a master may do wrong, for a test that has to notice.
	 */
	enum Bug {

		NONE, NO_WRITE_BACK, NOT_TOLD

	}

}
