package io.github.lockstarter.record;

import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * The operations of administrators on a lock.
 */
final class Administration {

	private final LockState state;

	private final HandOff handOff;

	Administration(LockState state, HandOff handOff) {
		this.state = state;
		this.handOff = handOff;
	}

	StoreReply force() {
		if (this.state.isStillShared("0")) {
			return forceShares(0);
		}
		if (this.state.end() <= this.state.now) {
			return this.state.answer(Status.FREE);
		}
		this.state.owner = null;
		this.state.free();
		this.state.former = "";
		this.state.fence = this.state.nextToken();
		this.handOff.offer(null, 0, LockState.ALONE, "");
		return this.state.answer(Status.RELEASED);
	}

	private StoreReply forceShares(long token) {
		if (!this.state.group.dropTurn(token, this.state.first)) {
			return this.state.answer(Status.NOT_OWNER);
		}
		this.state.fence = this.state.nextToken();
		this.state.reclaim("0");
		this.handOff.offer(null, 0, LockState.ALONE, "");
		return this.state.answer(Status.RELEASED);
	}

	StoreReply force(long token) {
		if (this.state.isStillShared(Long.toString(token))) {
			return forceShares((token > 0) ? token : -1);
		}
		boolean others = this.state.end() > this.state.now && (token < this.state.first || token > this.state.fence);
		return others ? this.state.answer(Status.NOT_OWNER) : force();
	}

	StoreReply describe() {
		if (this.state.isShared()) {
			return describeShares();
		}
		if (this.state.end() <= this.state.now || this.state.owner == null) {
			return this.state.answer(Status.FREE);
		}
		return StoreReply.of(Status.HELD, this.state.time())
			.withTokens(this.state.first, this.state.fence)
			.withLease(this.state.end() - this.state.now)
			.withQueue(this.state.queue.countLive(this.state.now))
			.withHolder(this.state.owner);
	}

	private StoreReply describeShares() {
		StoreReply.Sharers sharers = this.state.group.sharers(this.state.now, this.state.first);
		if (sharers.some().isEmpty()) {
			return this.state.answer(Status.FREE);
		}
		long token = sharers.some().get(0).fencingToken();
		return this.state
			.answer(Status.HELD, token, token, this.state.group.latest() - this.state.now,
					this.state.queue.countLive(this.state.now))
			.withSharers(sharers);
	}

}
